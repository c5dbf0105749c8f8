package io.zabdb.node.process;

/** How the process of a node ends. */
public final class ExitCode {

  /** Stopped as it was asked to. */
  public static final int STOPPED = 0;

  /** The configuration, or the data directory it names, is wrong: starting again will not help. */
  public static final int MISCONFIGURED = 2;

  /** It cannot start at present: a directory in use, a port taken, a full disk. */
  public static final int UNAVAILABLE = 69;

  /** A replica failed for good. */
  public static final int FAILED = 70;

  /** Ended by a second signal, before it had stopped in order. */
  public static final int FORCED = 130;

  private ExitCode() {}
}
