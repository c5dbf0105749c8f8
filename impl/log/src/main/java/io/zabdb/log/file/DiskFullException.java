package io.zabdb.log.file;

import java.io.IOException;
import java.nio.file.Path;

/** There is no room. Nothing of the call has happened, nothing is damaged; it may be repeated. */
public final class DiskFullException extends IOException {

  private static final long serialVersionUID = 1;

  public DiskFullException(String file, IOException cause) {
    super("no room on the disk for " + file, cause);
  }

  /**
   * This for a failure by which the system says so, or else the failure itself. The JDK passes on
   * no error number.
   */
  static IOException named(Path file, IOException failure) {
    return isSaidBy(failure) ? new DiskFullException(file.toString(), failure) : failure;
  }

  /** Whether the system says so; the text depends on the locale. */
  static boolean isSaidBy(IOException failure) {
    String text = String.valueOf(failure.getMessage());
    return text.contains("No space left") || text.contains("quota exceeded");
  }
}
