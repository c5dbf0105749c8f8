package io.zabdb.structure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the sources of the product are: each module in {@code impl/} but for the lab. */
final class Sources {

  private Sources() {}

  /** The folder {@code impl}. */
  static Path impl() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("lab/structure/pom.xml"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** The folders of the product's modules that have code. */
  static List<Path> modules() {
    try (Stream<Path> folders = Files.list(impl())) {
      return folders
          .filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The Java files of a module, without its tests. */
  static List<Path> files(Path module) {
    try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
