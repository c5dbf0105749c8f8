package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.Carrier;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Files of partitions that come, beside the store: whole, verified and on disk, so that they may be
 * promised, and taken again by a store that a crash set back. They stay until the flushed store has
 * what they hold, or nobody will ask for them. Thread-safe.
 *
 * <p>Source: {@code PartitionFiles!tree}.
 */
final class ArrivedFiles {

  /** So many may be here: far more than the moves that a group takes part in at once. */
  static final int MOST = 64;

  private final Path directory;
  private final Consumer<Path> verification;
  // Changed by one at a time, who waits for the disk; whoever looks, and may be an event loop, does
  // not wait.
  private final Map<Bytes, Carrier> carriers = new ConcurrentHashMap<>();

  /** Opens the directory, or makes it; what is damaged there is deleted. */
  ArrivedFiles(Path directory) {
    this(directory, incoming -> Manifest.verify(incoming, PartitionChanges.PARTITION));
  }

  /**
   * The same.
   *
   * @param verification throws if what has come into a directory is not whole; takes as long as it
   *     takes to read all of it
   */
  ArrivedFiles(Path directory, Consumer<Path> verification) {
    this.directory = directory.toAbsolutePath();
    this.verification = verification;
    try {
      Files.createDirectories(this.directory);
      for (Path each : DiskFiles.list(this.directory)) {
        find(each);
      }
    } catch (IOException e) {
      throw DiskFiles.failed("read " + directory, e);
    }
  }

  private void find(Path each) throws IOException {
    try {
      Carrier carrier = PartitionChanges.carrier(each);
      carriers.put(carrier.digest(), carrier);
    } catch (StorageException e) {
      if (e.code() == ErrorCode.IO) {
        throw e;
      }
      // It is fetched again.
      DiskFiles.delete(each);
    }
  }

  /**
   * {@code PartitionFiles!Promise}: takes a directory over, which must be of the same file system,
   * and whose files whoever wrote them has synced.
   *
   * @throws StorageException {@code CORRUPT} if it is not whole, {@code OVERLOADED} if too many are
   *     here
   */
  Carrier promise(Path incoming) {
    verification.accept(incoming);
    Carrier carrier = PartitionChanges.carrier(incoming);
    if (carrier.attempt() == 0) {
      throw new StorageException(
          ErrorCode.CORRUPT, incoming + " holds a partition that was in no move");
    }
    return keep(incoming, carrier);
  }

  private synchronized Carrier keep(Path incoming, Carrier carrier) {
    try {
      if (carriers.containsKey(carrier.digest())) {
        DiskFiles.delete(incoming);
        return carrier;
      }
      if (carriers.size() >= MOST) {
        throw new StorageException(
            ErrorCode.OVERLOADED,
            "files of " + carriers.size() + " partitions wait here, the limit is " + MOST);
      }
      DiskFiles.sync(incoming);
      Path kept = pathOf(carrier.digest());
      // What is there was not promised: its name could not be synced.
      DiskFiles.delete(kept);
      Files.move(incoming, kept, StandardCopyOption.ATOMIC_MOVE);
      DiskFiles.sync(directory);
    } catch (IOException e) {
      throw DiskFiles.failed("keep " + incoming, e);
    }
    carriers.put(carrier.digest(), carrier);
    return carrier;
  }

  private Path pathOf(Bytes digest) {
    return directory.resolve(HexFormat.of().formatHex(digest.array()));
  }

  /** What goes by this name, if it is here. */
  Optional<Carrier> carrier(Bytes digest) {
    return Optional.ofNullable(carriers.get(digest));
  }

  /** Where the files are of what {@link #carrier} has found. */
  Path path(Carrier carrier) {
    return pathOf(carrier.digest());
  }

  /** {@code PartitionFiles!Forget}. */
  synchronized void forget(Predicate<Carrier> over) {
    for (Carrier carrier : List.copyOf(carriers.values())) {
      if (over.test(carrier)) {
        try {
          carriers.remove(carrier.digest());
          DiskFiles.delete(path(carrier));
        } catch (IOException e) {
          throw DiskFiles.failed("delete the files of " + carrier, e);
        }
      }
    }
  }
}
