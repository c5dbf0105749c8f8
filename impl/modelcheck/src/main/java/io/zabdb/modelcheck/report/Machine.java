package io.zabdb.modelcheck.report;

/** The machine in the words that matter for figures; no names of hosts or folders. */
public final class Machine {

  private Machine() {}

  /** E.g. {@code 2 cores, JDK 17.0.15, Linux amd64}. */
  public static String describe() {
    return Runtime.getRuntime().availableProcessors()
        + " cores, JDK "
        + Runtime.version().feature()
        + " ("
        + System.getProperty("java.version")
        + "), "
        + System.getProperty("os.name")
        + " "
        + System.getProperty("os.arch");
  }
}
