package io.zabdb.cli.cluster;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The file {@code cluster.json} that {@code up} leaves in the data directory, so that the other
 * commands find the cluster.
 *
 * @param cluster its identity
 * @param zookeeper the connect string of its configuration manager
 * @param nodes those that {@code up} started, by id; at least one
 */
public record ClusterFile(UUID cluster, String zookeeper, List<Node> nodes) {

  /** Its name in the data directory. */
  public static final String NAME = "cluster.json";

  private static final int HIGHEST_PORT = 65_535;

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /**
   * Where clients reach a node.
   *
   * @param id from 0
   * @param port from 1 to 65,535
   */
  public record Node(int id, String host, int port) {
    public Node {
      if (id < 0) {
        throw new IllegalArgumentException("the node's id is " + id + ", allowed is 0 or more");
      }
      if (host == null || host.isBlank()) {
        throw new IllegalArgumentException("node " + id + " has no host");
      }
      if (port < 1 || port > HIGHEST_PORT) {
        throw new IllegalArgumentException(
            "the port of node " + id + " is " + port + ", allowed is 1 to " + HIGHEST_PORT);
      }
    }

    /** HOST:PORT. */
    public String address() {
      return host + ":" + port;
    }
  }

  public ClusterFile {
    if (cluster == null || zookeeper == null || nodes == null || nodes.isEmpty()) {
      throw new IllegalArgumentException("it must hold cluster, zookeeper, and at least one node");
    }
    nodes = List.copyOf(nodes);
  }

  /** The addresses of all nodes, HOST:PORT. */
  public List<String> addresses() {
    return nodes.stream().map(Node::address).toList();
  }

  /**
   * Reads the file of a data directory.
   *
   * @return empty if there is none
   * @throws IOException if it cannot be read or is not such a file; the message names it
   */
  public static Optional<ClusterFile> read(Path dataDirectory) throws IOException {
    Path file = dataDirectory.resolve(NAME);
    try {
      return Optional.of(JSON.readValue(Files.readString(file), ClusterFile.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (JacksonException e) {
      throw new IOException(
          file + " is not a file of a cluster's addresses: " + e.getOriginalMessage(), e);
    }
  }

  /** Writes the file, so that a reader sees the old one or the new one. */
  public void write(Path dataDirectory) throws IOException {
    Path next = dataDirectory.resolve(NAME + ".next");
    Files.writeString(next, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
    Files.move(
        next,
        dataDirectory.resolve(NAME),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
