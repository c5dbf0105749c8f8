package io.zabdb.modelcheck.report;

/** The machine in the words that matter for figures; no names of hosts or folders. */
public final class Machine {

  private Machine() {}

  /** E.g. {@code 2 cores, Linux amd64, JDK 17.0.15}, with the JDK that runs this. */
  public static String describe() {
    return hardware() + ", JDK " + System.getProperty("java.version");
  }

  /** E.g. {@code 2 cores, Linux amd64}. */
  public static String hardware() {
    return Runtime.getRuntime().availableProcessors()
        + " cores, "
        + System.getProperty("os.name")
        + " "
        + System.getProperty("os.arch");
  }
}
