package io.zabdb.modelcheck.tlc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.modelcheck.process.Command;
import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM says nothing of an archive that it does not use, so that nobody would notice. */
class ClassArchiveTest {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir Path folder;

  @Test
  void theArchiveIsUsed() throws Exception {
    String classPath = classPath();
    Path archive = ClassArchive.in(folder, JAVA, classPath).orElseThrow();
    Path module =
        Files.writeString(
            folder.resolve("Tiny.tla"),
            """
            ---- MODULE Tiny ----
            EXTENDS Naturals
            VARIABLE x
            Init == x = 0
            Next == x < 3 /\\ x' = x + 1
            ====
            """);
    Files.writeString(folder.resolve("Tiny.cfg"), "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n");
    Command.Ended ended =
        Command.of(
                folder,
                Duration.ofMinutes(1),
                JAVA,
                "-XX:SharedArchiveFile=" + archive,
                "-Xlog:class+load",
                "-cp",
                classPath,
                TlcProgram.class.getName(),
                "-tool",
                module.toString())
            .run();
    assertTrue(ended.ok(), () -> String.join("\n", ended.output()));
    for (String type : List.of(TlcProgram.class.getName(), "tlc2.tool.ModelChecker")) {
      assertTrue(
          ended.output().stream()
              .anyMatch(line -> line.contains(type + " source: shared objects file (top)")),
          type);
    }
    // All but the few that the module with which it was made has no use for.
    assertTrue(ofTlc(ended, "file:") * 20 < ofTlc(ended, "shared objects file"));
  }

  @Test
  void anotherJarMakesAnotherArchive() throws Exception {
    String classPath = classPath();
    Path archive = ClassArchive.in(folder, JAVA, classPath).orElseThrow();
    assertEquals(archive, ClassArchive.in(folder, JAVA, classPath).orElseThrow());
    Files.setLastModifiedTime(folder.resolve("program.jar"), FileTime.fromMillis(1_000_000));
    Path another = ClassArchive.in(folder, JAVA, classPath).orElseThrow();
    assertNotEquals(archive, another);
    assertTrue(Files.exists(another) && !Files.exists(archive));
  }

  private static long ofTlc(Command.Ended ended, String source) {
    return ended.output().stream()
        .filter(line -> line.matches(".* (tlc2|tla2sany|util)\\..* source: " + source + ".*"))
        .count();
  }

  /** As where ZabDB is built: the JVM archives classes from jars alone. */
  private String classPath() throws Exception {
    Path classes = place(TlcProgram.class);
    Path jar = folder.resolve("program.jar");
    String inside = TlcProgram.class.getPackageName().replace('.', '/');
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> files = Files.list(classes.resolve(inside))) {
      for (Path type : files.filter(ClassArchiveTest::isOfProgram).toList()) {
        out.putNextEntry(new JarEntry(inside + "/" + type.getFileName()));
        Files.copy(type, out);
      }
    }
    return jar + File.pathSeparator + place(Class.forName("tlc2.TLC"));
  }

  private static boolean isOfProgram(Path file) {
    return file.getFileName().toString().startsWith(TlcProgram.class.getSimpleName());
  }

  private static Path place(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
