package io.zabdb.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.cluster.ClusterFile.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterFileTest {

  private static final UUID CLUSTER = new UUID(1, 2);

  @TempDir Path data;

  private void refused(String content, String reason) throws IOException {
    Path file = Files.writeString(data.resolve(ClusterFile.NAME), content);
    IOException error = assertThrows(IOException.class, () -> ClusterFile.read(data));
    assertTrue(error.getMessage().contains(file.toString()), error.getMessage());
    assertTrue(error.getMessage().contains(reason), error.getMessage());
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    ClusterFile file =
        new ClusterFile(
            CLUSTER,
            "127.0.0.1:2181",
            List.of(new Node(0, "127.0.0.1", 7000), new Node(1, "localhost", 65535)));
    file.write(data);
    assertEquals(Optional.of(file), ClusterFile.read(data));
    assertEquals(List.of("127.0.0.1:7000", "localhost:65535"), file.addresses());
    ClusterFile other = new ClusterFile(CLUSTER, "other:1", List.of(new Node(5, "h", 1)));
    other.write(data);
    assertEquals(Optional.of(other), ClusterFile.read(data));
  }

  @Test
  void theFormIsTheOneAgreedOn() throws IOException {
    Files.writeString(
        data.resolve("cluster.json"),
        "{\"cluster\":\""
            + CLUSTER
            + "\",\"zookeeper\":\"z:1\",\"later\":true,"
            + "\"nodes\":[{\"id\":0,\"host\":\"h\",\"port\":7,\"later\":1}]}");
    assertEquals(
        Optional.of(new ClusterFile(CLUSTER, "z:1", List.of(new Node(0, "h", 7)))),
        ClusterFile.read(data));
  }

  @Test
  void aMissingFileIsNoError() throws IOException {
    assertEquals(Optional.empty(), ClusterFile.read(data));
    assertEquals(Optional.empty(), ClusterFile.read(data.resolve("missing")));
  }

  @Test
  void aFileOfAnotherKindIsNamed() throws IOException {
    refused("", "No content");
    refused("{\"cluster\":", "end-of-input");
    refused("{\"cluster\":\"" + CLUSTER + "\"}", "zookeeper");
    String head = "{\"cluster\":\"" + CLUSTER + "\",\"zookeeper\":\"z:1\",\"nodes\":";
    refused(head + "[]}", "at least one node");
    refused(head + "[{\"id\":0,\"host\":\"h\",\"port\":65536}]}", "allowed is 1 to 65535");
    refused(head + "[{\"id\":0,\"host\":\"h\",\"port\":0}]}", "allowed is 1 to 65535");
    refused(head + "[{\"id\":-1,\"host\":\"h\",\"port\":1}]}", "allowed is 0 or more");
    refused(head + "[{\"id\":0,\"host\":\" \",\"port\":1}]}", "no host");
    refused(head + "[{\"id\":0,\"host\":\"h\"}]}", "port");
  }
}
