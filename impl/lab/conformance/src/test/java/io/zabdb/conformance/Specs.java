package io.zabdb.conformance;

import java.nio.file.Path;

/** Where the specs are, seen from a test. */
public final class Specs {

  private Specs() {}

  /** The folder of the specs: Maven runs tests in the module's folder. */
  public static Path folder() {
    return Path.of("..", "..", "..", "specs").toAbsolutePath().normalize();
  }
}
