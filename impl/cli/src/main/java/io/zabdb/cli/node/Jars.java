package io.zabdb.cli.node;

/** The jars of this process. */
final class Jars {

  private Jars() {}

  /**
   * Opens all jars of the class path: what is looked for and nowhere is looked for in each. Once
   * open, they stay readable though a build replaces them while the process runs.
   */
  static void open() {
    if (ClassLoader.getSystemResource("io/zabdb/cli/node/no-such-resource") != null) {
      throw new IllegalStateException("a jar has what none should have");
    }
  }
}
