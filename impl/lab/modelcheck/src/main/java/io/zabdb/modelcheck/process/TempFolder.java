package io.zabdb.modelcheck.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder that is deleted with its content when closed or when the JVM exits. */
public final class TempFolder implements AutoCloseable {

  private final Path path;

  private TempFolder(Path path) {
    this.path = path;
    Children.add(this);
  }

  /** Creates a folder below the system's temporary folder. */
  public static TempFolder create() throws IOException {
    return new TempFolder(Files.createTempDirectory("zabdb-"));
  }

  public Path path() {
    return path;
  }

  /** Deletes the folder; what cannot be deleted is left behind. */
  @Override
  public void close() {
    Children.remove(this);
    try (Stream<Path> tree = Files.walk(path)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | java.io.UncheckedIOException leftBehind) {
      // A file that a dying child still writes; the folder is the system's to clean.
    }
  }
}
