package io.zabdb.log.file;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A directory of the file system. */
public final class Directory implements LogFiles {

  private static final String LOCK = "lock";

  private final Path path;

  private Directory(Path path) {
    this.path = path;
  }

  /** Opens a directory; creates it, and what is missing of its path. */
  public static Directory open(Path path) throws IOException {
    Path absolute = path.toAbsolutePath();
    if (!Files.isDirectory(absolute)) {
      Path parent = absolute.getParent();
      open(parent);
      create(absolute);
      sync(parent);
    }
    return new Directory(absolute);
  }

  /** Another process may make the same at the same time, for what it keeps beside. */
  private static void create(Path directory) throws IOException {
    try {
      Files.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory)) {
        throw e;
      }
    }
  }

  @Override
  public String location() {
    return path.toString();
  }

  @Override
  public Set<String> names() throws IOException {
    try (Stream<Path> all = Files.list(path)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(LOCK))
          .collect(Collectors.toSet());
    }
  }

  @Override
  public LogFile create(String name) throws IOException {
    Path file = path.resolve(name);
    try {
      return new ChannelFile(file, FileChannel.open(file, CREATE, TRUNCATE_EXISTING, READ, WRITE));
    } catch (IOException e) {
      throw DiskFullException.named(file, e);
    }
  }

  @Override
  public LogFile open(String name) throws IOException {
    Path file = path.resolve(name);
    return new ChannelFile(file, FileChannel.open(file, READ, WRITE));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Files.move(path.resolve(from), path.resolve(to), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(String name) throws IOException {
    Files.delete(path.resolve(name));
  }

  @Override
  public void syncDirectory() throws IOException {
    sync(path);
  }

  @Override
  public Closeable lock() throws IOException {
    FileChannel channel = FileChannel.open(path.resolve(LOCK), CREATE, WRITE);
    boolean locked = false;
    try {
      FileLock lock = channel.tryLock();
      locked = lock != null;
    } catch (OverlappingFileLockException e) {
      // This process has it already.
      locked = false;
    } finally {
      if (!locked) {
        channel.close();
      }
    }
    if (!locked) {
      throw new DirectoryRefusedException(location(), "is in use by another replica or process");
    }
    return channel;
  }

  /** Linux syncs the names of a directory through a channel that is open for reading. */
  private static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, READ)) {
      channel.force(true);
    }
  }
}
