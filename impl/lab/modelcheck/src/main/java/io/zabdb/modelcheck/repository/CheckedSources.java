package io.zabdb.modelcheck.repository;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which sources Error Prone has passed over: the module that compiles all of them once more finds
 * them by patterns, and compiles nothing where these fit nothing.
 */
final class CheckedSources {

  private CheckedSources() {}

  /**
   * Looks for their classes.
   *
   * @param folders where modules are
   * @param target of the module that compiles all
   * @return the sources without one
   */
  static List<Path> missing(List<Path> folders, Path target) throws IOException {
    List<Path> missing = new ArrayList<>();
    for (Path folder : folders) {
      missing.addAll(missing(folder, "src/main/java", target.resolve("classes")));
      missing.addAll(missing(folder, "src/test/java", target.resolve("test-classes")));
    }
    return missing;
  }

  private static List<Path> missing(Path folder, String root, Path classes) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      return tree.filter(file -> file.toString().endsWith(".java"))
          // It has a class only where something is annotated.
          .filter(file -> !file.endsWith("package-info.java"))
          .filter(file -> file.toString().contains("/" + root + "/"))
          .filter(file -> !Files.exists(classes.resolve(classOf(file, root))))
          .sorted()
          .toList();
    }
  }

  private static String classOf(Path file, String root) {
    String name = file.toString();
    int start = name.indexOf("/" + root + "/") + root.length() + 2;
    return name.substring(start, name.length() - ".java".length()) + ".class";
  }
}
