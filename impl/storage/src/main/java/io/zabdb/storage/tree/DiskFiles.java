package io.zabdb.storage.tree;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Files that survive a crash once a method has returned. */
public final class DiskFiles {

  private DiskFiles() {}

  /** The error for a failed access. */
  public static StorageException failed(String what, Exception cause) {
    return new StorageException(
        NoSpace.isCauseOf(cause) ? ErrorCode.DISK_FULL : ErrorCode.IO,
        "cannot " + what + ": " + cause.getMessage(),
        cause);
  }

  /** Makes a new directory; it must not be there yet. */
  public static void createDirectory(Path directory) throws IOException {
    Files.createDirectories(directory.toAbsolutePath().getParent());
    Files.createDirectory(directory);
    sync(directory.toAbsolutePath().getParent());
  }

  /** Syncs a file, or the names in a directory. */
  public static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Writes a file, or replaces it: a crash leaves the old or the new one. */
  public static void replace(Path file, byte[] content) throws IOException {
    writeNext(file, content);
    replaceByNext(file);
  }

  /** The first half of {@link #replace}: a file stays as it is, and what follows has found room. */
  public static void writeNext(Path file, byte[] content) throws IOException {
    Path next = next(file);
    Files.write(next, content);
    sync(next);
  }

  /** The other half. */
  public static void replaceByNext(Path file) throws IOException {
    Files.move(
        next(file), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    sync(file.toAbsolutePath().getParent());
  }

  private static Path next(Path file) {
    return file.resolveSibling(file.getFileName() + ".next");
  }

  /** Makes a directory empty, or makes it. */
  public static void empty(Path directory) throws IOException {
    delete(directory);
    Files.createDirectories(directory);
  }

  /** How long the files in a directory are, by name. */
  public static SortedMap<String, Long> lengths(Path directory) throws IOException {
    SortedMap<String, Long> lengths = new TreeMap<>();
    for (Path file : list(directory)) {
      lengths.put(file.getFileName().toString(), Files.size(file));
    }
    return lengths;
  }

  /** The files in a directory, by name. */
  public static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  /**
   * Deletes a file, or a directory with all in it; nothing if it is not there, and what somebody
   * else deletes meanwhile is gone.
   */
  public static void delete(Path path) throws IOException {
    Files.walkFileTree(path, new Deletion());
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException failure)
        throws IOException {
      if (failure != null && !(failure instanceof NoSuchFileException)) {
        throw failure;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
