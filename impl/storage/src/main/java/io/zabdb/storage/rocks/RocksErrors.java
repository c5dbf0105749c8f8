package io.zabdb.storage.rocks;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.NoSpace;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * Turns RocksDB's errors into ours. After a failed flush or compaction it refuses all writes with
 * the status of that failure; only where the disk was full it goes on by itself once there is room.
 */
final class RocksErrors {

  /**
   * Of work that was ended, since the store is closed or replaced: nothing is wrong with what is on
   * disk.
   */
  private static final Set<Status.Code> ENDED =
      EnumSet.of(Status.Code.ShutdownInProgress, Status.Code.Incomplete, Status.Code.Aborted);

  private RocksErrors() {}

  /** The error for an attempt to do {@code what}. */
  static StorageException of(String what, RocksDBException error) {
    return new StorageException(
        code(error), "RocksDB cannot " + what + ": " + error.getMessage(), error);
  }

  /** Whether a file could not be opened, which says nothing of what is in it. */
  static boolean isFailureToOpen(RocksDBException error) {
    Status status = error.getStatus();
    // RocksDB's own words, whatever the system's are.
    String message = String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT);
    return status != null
        && status.getCode() == Status.Code.IOError
        && (message.startsWith("while open") || message.startsWith("while stat"));
  }

  private static ErrorCode code(RocksDBException error) {
    Status status = error.getStatus();
    if (status != null && status.getCode() == Status.Code.Corruption) {
      return ErrorCode.CORRUPT;
    }
    if (status != null && ENDED.contains(status.getCode())) {
      return ErrorCode.UNAVAILABLE;
    }
    boolean full =
        (status != null && status.getSubCode() == Status.SubCode.NoSpace)
            || NoSpace.isCauseOf(error);
    return full ? ErrorCode.DISK_FULL : ErrorCode.IO;
  }
}
