package io.zabdb.node.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.zabdb.node.config.NodeConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/** The file {@code zabdb-node.json} in a data directory. It is replaced whole and synced. */
final class IdentityFile {

  static final String NAME = "zabdb-node.json";

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path directory;
  private final Path file;

  IdentityFile(Path directory) {
    this.directory = directory;
    file = directory.resolve(NAME);
  }

  /** Whether the directory has none yet. */
  boolean isMissing() {
    return !Files.exists(file);
  }

  /**
   * Checks that the directory is that of the configuration, and counts the start.
   *
   * @return the identity with the incarnation of this start; it is on disk
   * @throws StartRefusedException if it belongs to somebody else; nothing has been changed then
   */
  NodeIdentity begin(NodeConfig config) throws StartRefusedException {
    try {
      NodeIdentity before = isMissing() ? fresh(config) : read();
      String difference = before.differsFrom(config);
      if (!difference.isEmpty()) {
        throw refused("data directory " + directory + " " + difference);
      }
      NodeIdentity now = before.next(config);
      write(now);
      return now;
    } catch (IOException e) {
      throw new StartRefusedException(
          ExitCode.UNAVAILABLE, file + " cannot be read or written: " + e, e);
    }
  }

  /** Data without an identity is not taken over, since its owner is not known. */
  private NodeIdentity fresh(NodeConfig config) throws IOException, StartRefusedException {
    try (Stream<Path> all = Files.list(directory)) {
      boolean used =
          all.map(path -> path.getFileName().toString())
              .anyMatch(name -> !name.startsWith("zabdb-node.") && !name.equals("lost+found"));
      if (used) {
        throw refused(
            "data directory "
                + directory
                + " is not empty, but has no "
                + NAME
                + ": it is not that of a node; use an empty one");
      }
    }
    return NodeIdentity.first(config);
  }

  /** What it says. */
  NodeIdentity read() throws IOException, StartRefusedException {
    try {
      JsonNode content = JSON.readTree(file.toFile());
      int format = content.path("format").asInt(0);
      if (format > NodeIdentity.FORMAT) {
        throw refused(
            "data directory "
                + directory
                + " has format "
                + format
                + ", written by a newer version; this one reads "
                + NodeIdentity.FORMAT);
      }
      NodeIdentity identity = JSON.treeToValue(content, NodeIdentity.class);
      if (format < 1 || identity.cluster() == null || identity.incarnation() < 1) {
        throw refused(file + " is damaged: format, cluster or incarnation is missing");
      }
      return identity;
    } catch (JsonProcessingException e) {
      throw refused(file + " is damaged: " + e.getOriginalMessage());
    }
  }

  /** Has it say this, and nothing else; waits for the disk. */
  void write(NodeIdentity identity) throws IOException {
    Path next = directory.resolve(NAME + ".next");
    try (FileChannel channel =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(JSON.writeValueAsBytes(identity));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
      names.force(true);
    }
  }

  private static StartRefusedException refused(String message) {
    return new StartRefusedException(ExitCode.MISCONFIGURED, message);
  }
}
