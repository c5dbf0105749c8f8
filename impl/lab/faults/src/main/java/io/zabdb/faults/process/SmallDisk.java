package io.zabdb.faults.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A small file system in memory, which can be filled. Needs root. */
public final class SmallDisk implements AutoCloseable {

  private static final String BALLAST = "ballast";
  private static final int BLOCK = 64 << 10;

  private final Path directory;
  private final Thread lastResort = new Thread(this::unmountQuietly);

  private SmallDisk(Path directory) {
    this.directory = directory;
    Runtime.getRuntime().addShutdownHook(lastResort);
  }

  /** Mounts one; empty if that is not possible here. */
  public static Optional<SmallDisk> mount(Path directory, int megabytes) throws IOException {
    Files.createDirectories(directory);
    try {
      Programs.run(
          List.of(
              "mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", "" + directory));
      return Optional.of(new SmallDisk(directory));
    } catch (IOException e) {
      System.out.println("no small disk here: " + e.getMessage().strip());
      return Optional.empty();
    }
  }

  /** Bytes that are free. */
  public long free() throws IOException {
    return Files.getFileStore(directory).getUsableSpace();
  }

  /** Takes room until only so many bytes are free. */
  public void fill(long leave) throws IOException {
    try (OutputStream ballast = Files.newOutputStream(directory.resolve(BALLAST))) {
      while (free() > leave) {
        ballast.write(new byte[(int) Math.min(BLOCK, free() - leave)]);
      }
    } catch (IOException e) {
      // Others have taken the rest: it is full.
      if (free() > leave) {
        throw e;
      }
    }
  }

  /** Gives the room back. */
  public void makeRoom() throws IOException {
    Files.deleteIfExists(directory.resolve(BALLAST));
  }

  private void unmountQuietly() {
    try {
      Programs.run(List.of("umount", "-l", directory.toString()));
    } catch (IOException e) {
      System.out.println("left behind: " + e.getMessage());
    }
  }

  /** Who uses it still keeps it until it ends. */
  @Override
  public void close() {
    unmountQuietly();
    Runtime.getRuntime().removeShutdownHook(lastResort);
  }
}
