package io.zabdb.node.process;

/** How the process of a node ends. */
public final class ExitCode {

  /** Stopped as it was asked to. */
  public static final int STOPPED = 0;

  /** The configuration, or the data directory it names, is wrong: starting again will not help. */
  public static final int MISCONFIGURED = 2;

  /** The JVM ran out of memory; the JVM itself ends with this code, too. */
  public static final int OUT_OF_MEMORY = 3;

  /** It cannot start at present: a directory in use, a port taken, a full disk. */
  public static final int UNAVAILABLE = 69;

  /** A replica failed for good. */
  public static final int FAILED = 70;

  /** Ended by a second signal, before it had stopped in order. */
  public static final int FORCED = 130;

  private ExitCode() {}
}
