package io.zabdb.faults.judge;

import io.zabdb.faults.process.Programs;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.testkit.broken.BrokenBuild;
import io.zabdb.testkit.broken.CompiledBuild;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * An archive of the distribution with the classes of a broken build in it, for judges that take
 * archives: Jepsen takes its nodes from it, and its client. Needs {@code tar}.
 */
final class BrokenArchive {

  private BrokenArchive() {}

  /**
   * Makes one.
   *
   * @param impl the folder {@code impl} of the repository, of the same version as the archive
   * @param archive of the product, a {@code tar.gz}
   * @param broken is written, or replaced
   * @throws IOException if the archive cannot be read, or lacks the class; then nothing is written
   * @throws IllegalStateException if the build cannot be made
   */
  static void write(BrokenBuild build, Path impl, Path archive, Path broken) throws IOException {
    CompiledBuild compiled = CompiledBuild.of(build, impl);
    Path directory = Files.createTempDirectory("zabdb-broken");
    try {
      Path tree = Files.createDirectory(directory.resolve("tree"));
      Path classes = Files.createDirectory(directory.resolve("classes"));
      Programs.run(List.of("tar", "-xzf", archive.toString(), "-C", tree.toString()));
      compiled.writeTo(classes);
      String place = build.type().replace('.', '/') + ".class";
      replace(jarWith(place, tree, archive), classes);
      Path written = directory.resolve("broken.tar.gz");
      String top = onlyEntry(tree, archive).getFileName().toString();
      Programs.run(List.of("tar", "-czf", written.toString(), "-C", tree.toString(), "--", top));
      Files.move(written, broken, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      DiskFiles.delete(directory);
    }
  }

  private static Path onlyEntry(Path tree, Path archive) throws IOException {
    try (Stream<Path> entries = Files.list(tree)) {
      List<Path> all = entries.toList();
      if (all.size() != 1) {
        throw new IOException(
            archive + " is no archive of the distribution: it has " + all.size() + " folders");
      }
      return all.get(0);
    }
  }

  private static Path jarWith(String place, Path tree, Path archive) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
        try (FileSystem content = FileSystems.newFileSystem(jar)) {
          if (Files.exists(content.getPath(place))) {
            return jar;
          }
        }
      }
    }
    throw new IOException(archive + " has no jar with " + place);
  }

  private static void replace(Path jar, Path classes) throws IOException {
    try (FileSystem content = FileSystems.newFileSystem(jar);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path place = content.getPath(classes.relativize(file).toString());
        Files.copy(file, place, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
