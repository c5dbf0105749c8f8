package io.zabdb.bench.peers.system;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Finds programs as a shell does. */
public final class Programs {

  private Programs() {}

  /**
   * The first file of that name that may be executed.
   *
   * @param path folders as the variable {@code PATH} lists them
   */
  public static Optional<Path> find(String name, String path) {
    return Arrays.stream(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
