package io.zabdb.modelcheck.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckedSourcesTest {

  @TempDir Path temp;

  private Path file(String name) throws IOException {
    Path file = temp.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "");
  }

  @Test
  void sourcesWithoutAClassAreNamed() throws IOException {
    file("impl/core/src/main/java/io/A.java");
    file("impl/core/src/main/java/io/package-info.java");
    Path test = file("impl/lab/deep/er/src/test/java/io/ATest.java");
    Path other = file("maelstrom/src/main/java/io/B.java");
    List<Path> folders = List.of(temp.resolve("impl"), temp.resolve("maelstrom"));
    Path target = temp.resolve("impl/lab/checked/target");
    file("impl/lab/checked/target/classes/io/A.class");
    // Of a test, and not what is looked for.
    file("impl/lab/checked/target/classes/io/ATest.class");
    assertEquals(List.of(test, other), CheckedSources.missing(folders, target));
    file("impl/lab/checked/target/test-classes/io/ATest.class");
    file("impl/lab/checked/target/classes/io/B.class");
    assertEquals(List.of(), CheckedSources.missing(folders, target));
  }
}
