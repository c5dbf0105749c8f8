package io.zabdb.faults.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.faults.process.Programs;
import io.zabdb.testkit.broken.BrokenBuild;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One class of an archive is replaced, and the rest stays. */
class BrokenArchiveTest {

  private static final BrokenBuild BUILD =
      new BrokenBuild("Name", "what it breaks", "io.zabdb.log.Some", "\"right\"", "\"wrong\"");

  @TempDir private Path directory;
  private Path archive;
  private Path broken;

  @BeforeEach
  void aSource() throws IOException {
    Path source = directory.resolve("impl/log/src/main/java/io/zabdb/log/Some.java");
    Files.createDirectories(source.getParent());
    Files.writeString(
        source,
        "package io.zabdb.log; public class Some { public String toString() { return \"right\"; } }");
    archive = directory.resolve("zabdb.tar.gz");
    broken = directory.resolve("broken.tar.gz");
  }

  /** An archive with two jars; one has a class with this name. */
  private void anArchiveWith(String type) throws IOException {
    Path lib = Files.createDirectories(directory.resolve("zabdb-1/lib"));
    jar(lib.resolve("first.jar"), "io/zabdb/log/Other.class");
    jar(lib.resolve("second.jar"), type, "a.txt");
    Programs.run(List.of("tar", "-czf", "" + archive, "-C", "" + directory, "zabdb-1"));
  }

  private static void jar(Path file, String... names) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      for (String name : names) {
        jar.putNextEntry(new JarEntry(name));
        jar.write(name.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  @Test
  void theClassIsReplacedInItsJar() throws Exception {
    anArchiveWith("io/zabdb/log/Some.class");
    BrokenArchive.write(BUILD, directory.resolve("impl"), archive, broken);
    Path unpacked = Files.createDirectory(directory.resolve("unpacked"));
    Programs.run(List.of("tar", "-xzf", "" + broken, "-C", "" + unpacked));
    URL jar = unpacked.resolve("zabdb-1/lib/second.jar").toUri().toURL();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar}, null)) {
      Class<?> some = loader.loadClass("io.zabdb.log.Some");
      assertEquals("wrong", some.getDeclaredConstructor().newInstance().toString());
      assertEquals(
          "a.txt",
          new String(loader.getResourceAsStream("a.txt").readAllBytes(), StandardCharsets.UTF_8));
    }
    assertTrue(Files.exists(unpacked.resolve("zabdb-1/lib/first.jar")));
  }

  @Test
  void anArchiveWithoutTheClassIsNamedAndNothingIsWritten() throws Exception {
    anArchiveWith("io/zabdb/log/Another.class");
    IOException refused =
        assertThrows(
            IOException.class,
            () -> BrokenArchive.write(BUILD, directory.resolve("impl"), archive, broken));
    assertEquals(archive + " has no jar with io/zabdb/log/Some.class", refused.getMessage());
    assertFalse(Files.exists(broken));
  }
}
