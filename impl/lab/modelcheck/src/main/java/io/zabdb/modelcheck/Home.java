package io.zabdb.modelcheck;

import java.nio.file.Path;

/** Where the repository is. The launcher says so in the system property {@code zabdb.home}. */
public final class Home {

  private Home() {}

  /** The repository's top folder; the current folder if the launcher did not say. */
  public static Path top() {
    return Path.of(System.getProperty("zabdb.home", ".")).toAbsolutePath().normalize();
  }

  /** A folder below the top. */
  public static Path folder(String name) {
    return top().resolve(name);
  }

  /** A file below the top, given with slashes. */
  public static Path file(String name) {
    return top().resolve(name);
  }
}
