package io.zabdb.storage.data;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;

/** An error of a store. Its message is the problem alone, and says which input it is about. */
public final class StorageException extends ZabException {

  private static final long serialVersionUID = 1;

  public StorageException(ErrorCode code, String problem) {
    this(code, problem, null);
  }

  public StorageException(ErrorCode code, String problem, Throwable cause) {
    super(code, problem, false, problem, cause);
  }

  /** Whether what is on disk cannot be read as it was written. */
  public boolean isDamage() {
    return code() == ErrorCode.CORRUPT || code() == ErrorCode.IO;
  }
}
