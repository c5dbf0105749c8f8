package io.zabdb.node.move;

import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/** Writes files of a directory of its own, part by part, in any order. Not thread-safe. */
final class PartWriter {

  private final Path directory;
  private final Map<String, Long> files;

  /** Of each file that is not whole: how many bytes it lacks. */
  private final Map<String, Long> left = new HashMap<>();

  /**
   * @param files name to length in bytes; names that stay in their directory
   */
  PartWriter(Path directory, Map<String, Long> files) {
    this.directory = directory;
    this.files = files;
  }

  Path directory() {
    return directory;
  }

  /** Begins: whatever is there goes. */
  void begin() throws IOException {
    delete();
    Files.createDirectories(directory);
    left.clear();
    for (Map.Entry<String, Long> file : files.entrySet()) {
      Files.createFile(directory.resolve(file.getKey()));
      left.put(file.getKey(), file.getValue());
    }
  }

  /** Writes a part that was not written yet. A file that is whole is synced. */
  void write(String name, long offset, ByteBuffer bytes) throws IOException {
    int length = bytes.remaining();
    try (FileChannel channel =
        FileChannel.open(directory.resolve(name), StandardOpenOption.WRITE)) {
      long at = offset;
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
      if (left.merge(name, (long) -length, Long::sum) == 0) {
        channel.force(true);
      }
    }
  }

  void delete() throws IOException {
    DiskFiles.delete(directory);
  }
}
