package io.zabdb.node.process;

/** A node does not start; its message is for people. Nothing is left open. */
public final class StartRefusedException extends Exception {

  private static final long serialVersionUID = 1;

  private final int exitCode;

  /**
   * @param exitCode of {@link ExitCode}
   */
  public StartRefusedException(int exitCode, String message) {
    this(exitCode, message, null);
  }

  public StartRefusedException(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
