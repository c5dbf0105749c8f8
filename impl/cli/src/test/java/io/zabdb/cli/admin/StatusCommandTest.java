package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli;
import io.zabdb.cli.cluster.ClusterFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of which no node answers. */
@Timeout(60)
class StatusCommandTest {

  @TempDir Path directory;

  @Test
  void eachNodeThatIsDownHasItsOwnAddress() throws Exception {
    List<ClusterFile.Node> nodes = new ArrayList<>();
    List<ServerSocket> taken = new ArrayList<>();
    for (int id = 0; id < 3; id++) {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      taken.add(socket);
      nodes.add(new ClusterFile.Node(id, "127.0.0.1", socket.getLocalPort()));
    }
    for (ServerSocket socket : taken) {
      socket.close();
    }
    new ClusterFile(UUID.randomUUID(), "127.0.0.1:1", nodes).write(directory);
    Cli.Ended ended = Cli.run("status", "--dir=" + directory);
    assertEquals(1, ended.exit(), ended.toString());
    for (ClusterFile.Node node : nodes) {
      String line =
          ended
              .out()
              .lines()
              .filter(each -> each.startsWith(node.id() + " "))
              .findFirst()
              .orElseThrow();
      assertTrue(line.contains("down: cannot connect to " + node.address()), line);
    }
  }
}
