package io.zabdb.replica;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.move.StoreOffer;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that this replica has, as files for another member of the group that lacks something: one
 * such directory at a time, with links to the store's own files, which goes when nobody has read it
 * for a while. Thread-safe.
 *
 * <p>Source: {@code PartitionFiles!MayBeCheckpoint}.
 */
final class StoreFiles {

  private static final Logger LOG = LoggerFactory.getLogger(StoreFiles.class);

  private record Made(StoreOffer offer, Path directory) {}

  private final BaseFiles bases;
  private final int group;

  // Guarded by this.
  private Made made;
  private boolean isRead;

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
   * @return fails with {@code UNAVAILABLE} if this replica has applied fewer, or lacks files itself
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
    if (made == null || made.offer.length() < least) {
      return null;
    }
    isRead = true;
    return made.offer;
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
      long length;
      try (Snapshot exported = engine.exportCheckpoint(directory)) {
        length = exported.length();
      }
      StoreOffer offer =
          new StoreOffer(group, length, Manifest.digest(directory), DiskFiles.lengths(directory));
      replace(new Made(offer, directory));
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

  private synchronized void replace(Made next) {
    if (made != null) {
      delete(made.directory);
    }
    made = next;
    isRead = true;
  }

  /** Where they are, if they go by this name. */
  synchronized Optional<Path> offered(Bytes digest) {
    if (made == null || !made.offer.digest().equals(digest)) {
      return Optional.empty();
    }
    isRead = true;
    return Optional.of(made.directory);
  }

  /**
   * Deletes them if nobody has asked for them since the last call.
   *
   * @return whether there are some still
   */
  CompletableFuture<Boolean> dropUnread() {
    return bases.ask(engine -> isKept());
  }

  private synchronized boolean isKept() {
    if (made != null && !isRead) {
      delete(made.directory);
      made = null;
    }
    isRead = false;
    return made != null;
  }

  private static void delete(Path directory) {
    try {
      DiskFiles.delete(directory);
    } catch (IOException e) {
      LOG.warn("{} stays until the next start: {}", directory, e.toString());
    }
  }
}
