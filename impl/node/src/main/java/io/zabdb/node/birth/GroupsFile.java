package io.zabdb.node.birth;

import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where a node writes down which groups it has taken and left; its name is in messages. */
public interface GroupsFile {

  /** Begins as files do that may be in a directory without data. */
  String NAME = "zabdb-node.groups";

  /** What is in it; empty: there is no such file. */
  Optional<byte[]> read() throws IOException;

  /**
   * Has it contain this, and nothing else, whatever happens then; waits for the disk.
   *
   * @throws IOException if it cannot be written: then it contains either
   */
  void replace(byte[] content) throws IOException;

  /** The file {@value #NAME} in the directory of a node's data. */
  static GroupsFile in(Path directory) {
    Path path = directory.resolve(NAME);
    return new GroupsFile() {

      @Override
      public Optional<byte[]> read() throws IOException {
        return Files.exists(path) ? Optional.of(Files.readAllBytes(path)) : Optional.empty();
      }

      @Override
      public void replace(byte[] content) throws IOException {
        DiskFiles.replace(path, content);
      }

      @Override
      public String toString() {
        return path.toString();
      }
    };
  }
}
