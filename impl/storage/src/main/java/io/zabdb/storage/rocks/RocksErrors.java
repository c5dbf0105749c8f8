package io.zabdb.storage.rocks;

import io.zabdb.storage.data.ErrorCode;
import io.zabdb.storage.data.StorageException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Turns RocksDB's errors into ours. */
final class RocksErrors {

  private RocksErrors() {}

  /** The error for an attempt to do {@code what}. */
  static StorageException of(String what, RocksDBException error) {
    boolean corrupt =
        error.getStatus() != null && error.getStatus().getCode() == Status.Code.Corruption;
    return new StorageException(
        corrupt ? ErrorCode.CORRUPT : ErrorCode.IO,
        "RocksDB cannot " + what + ": " + error.getMessage(),
        error);
  }
}
