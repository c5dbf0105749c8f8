package io.zabdb.replica;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.move.StoreOffer;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that this replica has, as files for other members of the group that lack something. Each gets
 * a directory of its own, unless one does that is there, with links to the store's own files; it
 * goes when nobody has read it for a while, and not because somebody else needs more. There are at
 * most {@value #MOST}: links keep files that the store has compacted away. Thread-safe.
 *
 * <p>Source: {@code PartitionFiles!MayBeCheckpoint}.
 */
final class StoreFiles {

  private static final Logger LOG = LoggerFactory.getLogger(StoreFiles.class);

  static final int MOST = 3;

  private static final class Made {
    private final StoreOffer offer;
    private final Path directory;
    private boolean isRead = true;

    Made(StoreOffer offer, Path directory) {
      this.offer = offer;
      this.directory = directory;
    }
  }

  private final BaseFiles bases;
  private final int group;

  /** The later, the more entries. Guarded by this. */
  private final Deque<Made> made = new ArrayDeque<>();

  /** Of the worker. */
  private long number;

  StoreFiles(BaseFiles bases, int group) {
    this.bases = bases;
    this.group = group;
  }

  /**
   * Makes them, unless those that are there do.
   *
   * @param least of how many entries they must be
   * @return fails with {@code UNAVAILABLE} if this replica has applied fewer, or lacks files
   *     itself, or if so many are read already
   */
  CompletableFuture<StoreOffer> make(long least) {
    return bases.ask(engine -> made(engine, least));
  }

  /** By the worker of the files. */
  private StoreOffer made(StorageEngine engine, long least) {
    StoreOffer there = present(least);
    return there == null ? export(engine, least) : there;
  }

  private synchronized StoreOffer present(long least) {
    Made last = made.peekLast();
    if (last != null && last.offer.length() >= least) {
      last.isRead = true;
      return last.offer;
    }
    if (made.size() == MOST) {
      throw new StorageException(
          ErrorCode.UNAVAILABLE, "others read files of this store, " + MOST + " at a time");
    }
    return null;
  }

  private StoreOffer export(StorageEngine engine, long least) {
    if (engine.applied().length() < least) {
      throw new StorageException(
          ErrorCode.UNAVAILABLE,
          "this replica has applied "
              + engine.applied().length()
              + " entries, and "
              + least
              + " are asked for");
    }
    Path directory = bases.making().resolve("store-" + ++number);
    try {
      long length = engine.exportCheckpoint(directory).length();
      StoreOffer offer =
          new StoreOffer(group, length, Manifest.digest(directory), DiskFiles.lengths(directory));
      add(new Made(offer, directory));
      return offer;
    } catch (IOException e) {
      delete(directory);
      throw DiskFiles.failed("make files of the store", e);
    } catch (RuntimeException e) {
      // Whoever asks does so again and again.
      delete(directory);
      throw e;
    }
  }

  private synchronized void add(Made next) {
    made.add(next);
  }

  /** Where they are, if some go by this name. */
  synchronized Optional<Path> offered(Bytes digest) {
    for (Made each : made) {
      if (each.offer.digest().equals(digest)) {
        each.isRead = true;
        return Optional.of(each.directory);
      }
    }
    return Optional.empty();
  }

  /**
   * Deletes those for which nobody has asked since the last call.
   *
   * @return whether there are some still
   */
  CompletableFuture<Boolean> dropUnread() {
    return bases.ask(engine -> areKept());
  }

  private synchronized boolean areKept() {
    for (Made unread : made.stream().filter(each -> !each.isRead).toList()) {
      delete(unread.directory);
      made.remove(unread);
    }
    made.forEach(each -> each.isRead = false);
    return !made.isEmpty();
  }

  private static void delete(Path directory) {
    try {
      DiskFiles.delete(directory);
    } catch (IOException e) {
      LOG.warn("{} stays until the next start: {}", directory, e.toString());
    }
  }
}
