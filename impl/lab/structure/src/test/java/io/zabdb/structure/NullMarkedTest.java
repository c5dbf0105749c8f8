package io.zabdb.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** In which packages of the product the compiler looks for nulls: those that are @NullMarked. */
class NullMarkedTest {

  /**
   * Modules that are not marked yet. Each other module, a new one too, is marked in all packages.
   */
  private static final List<String> NOT_YET =
      List.of(
          "cli",
          "client",
          "client-zookeeper",
          "coordination",
          "log",
          "net",
          "node",
          "peer",
          "replica",
          "rpc",
          "storage");

  private static boolean isMarked(Path folder) throws IOException {
    Path info = folder.resolve("package-info.java");
    return Files.exists(info) && Files.readString(info).contains("\n@NullMarked\n");
  }

  @Test
  void allPackagesAreMarkedButForThoseOfTheModulesThatAreListed() throws IOException {
    List<String> unmarked = new ArrayList<>();
    TreeSet<String> modules = new TreeSet<>();
    for (Path module : Sources.modules()) {
      for (Path file : Sources.files(module)) {
        if (!isMarked(file.getParent())) {
          modules.add(module.getFileName().toString());
          unmarked.add(file.toString());
        }
      }
    }
    assertFalse(Sources.modules().isEmpty());
    assertEquals(NOT_YET, List.copyOf(modules), unmarked::toString);
  }
}
