package io.zabdb.replica;

import io.zabdb.log.CorruptLogException;
import io.zabdb.log.LogScan;
import io.zabdb.log.ReplicaLog;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.FileScan;
import io.zabdb.storage.tree.SkippedFiles;
import java.io.IOException;
import java.util.Optional;

/** Files that a scrub reads: those of a store, or of a log. */
interface Scrubbed {

  /** Begins to read all of them; empty: they are being replaced. */
  Optional<FileScan> begin();

  /**
   * The reading has failed.
   *
   * @return whether it is damage
   */
  boolean met(StorageException failure);

  static Scrubbed of(ReplicaStore store, DamageWatch damage) {
    return new Scrubbed() {
      @Override
      public Optional<FileScan> begin() {
        return store.ifThere(StorageEngine::scanFiles);
      }

      @Override
      public boolean met(StorageException failure) {
        return damage.met(DamageWatch.SCRUB, failure);
      }
    };
  }

  /** Of the segments that are not written any more. */
  static Scrubbed of(ReplicaLog log, DamageWatch damage) {
    return new Scrubbed() {
      @Override
      public Optional<FileScan> begin() {
        return Optional.of(new OfLog(log));
      }

      @Override
      public boolean met(StorageException failure) {
        damage.logIsDamaged(DamageWatch.SCRUB + ": " + failure.getMessage());
        return true;
      }
    };
  }

  /** A scan of a log as one of a store. */
  final class OfLog implements FileScan {

    private final LogScan scan;
    private SkippedFiles skipped = SkippedFiles.NONE;

    private OfLog(ReplicaLog log) {
      scan = log.scan((file, why) -> skipped = skipped.and(file, why));
    }

    @Override
    public long read(long most) {
      try {
        return scan.read(most);
      } catch (CorruptLogException e) {
        throw new StorageException(ErrorCode.CORRUPT, e.getMessage(), e);
      } catch (IOException e) {
        throw DiskFiles.failed("read the log", e);
      }
    }

    @Override
    public SkippedFiles skipped() {
      return skipped;
    }

    @Override
    public void close() {
      try {
        scan.close();
      } catch (IOException e) {
        throw DiskFiles.failed("close a file of the log", e);
      }
    }
  }
}
