package io.zabdb.faults.preload;

import io.zabdb.faults.process.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Compiles {@code faults.c}, once for each process that steers it. */
final class Compiler {

  private static final String SOURCE = "faults.c";

  /** Absent: it has been tried, and cannot be. */
  private static Optional<Path> library;

  private Compiler() {}

  /** The library; empty if there is no Linux, or no C compiler. */
  static synchronized Optional<Path> library() throws IOException {
    if (library == null) {
      library = find().map(Compiler::compile);
    }
    return library;
  }

  private static Optional<String> find() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return Optional.empty();
    }
    return List.of("cc", "gcc", "clang").stream().filter(Compiler::answers).findFirst();
  }

  private static boolean answers(String compiler) {
    try {
      Programs.run(List.of(compiler, "--version"));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static Path compile(String compiler) {
    try (InputStream source = Compiler.class.getResourceAsStream(SOURCE)) {
      Path directory = Files.createTempDirectory("zabdb-preload");
      Path file = directory.resolve(SOURCE);
      Files.copy(source, file);
      Path made = directory.resolve("libfaults.so");
      Programs.run(
          List.of(compiler, "-shared", "-fPIC", "-O2", "-o", "" + made, "" + file, "-ldl"));
      file.toFile().deleteOnExit();
      made.toFile().deleteOnExit();
      directory.toFile().deleteOnExit();
      return made;
    } catch (IOException e) {
      // There is a compiler: then the tests that need the library must not be skipped.
      throw new java.io.UncheckedIOException(e);
    }
  }
}
