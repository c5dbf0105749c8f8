package io.zabdb.storage.data;

/** An error with a name. Its message says which input it is about. */
public final class StorageException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final ErrorCode code;

  public StorageException(ErrorCode code, String message) {
    super(message);
    this.code = code;
  }

  public StorageException(ErrorCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  public ErrorCode code() {
    return code;
  }

  /** Whether what is on disk cannot be read as it was written. */
  public boolean isDamage() {
    return code == ErrorCode.CORRUPT || code == ErrorCode.IO;
  }
}
