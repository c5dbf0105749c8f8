package io.zabdb.maelstrom.main;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.maelstrom.harness.Await;
import io.zabdb.maelstrom.harness.Cluster;
import io.zabdb.maelstrom.protocol.Body;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that is killed and started again behind Maelstrom's back. */
class KeeperTest {

  @TempDir Path directory;

  @Test
  void whatWasWrittenOutlivesTheProcess() throws Exception {
    try (Cluster cluster =
        Cluster.start(41, 1, "lin-kv", "--directory", directory.toString(), "--kills", "3")) {
      var client = cluster.client();
      Await.until(
          "a write",
          () -> {
            var answer = client.ask("n0", Body.of("write").put("key", 1).put("value", 2), 1_000);
            return Body.type(answer).equals("write_ok");
          });
      long kills = cluster.count("killed");
      Await.until("another kill", () -> cluster.count("killed") > kills);
      Await.until(
          "a read",
          () -> client.ask("n0", Body.of("read").put("key", 1), 1_000).path("value").asInt() == 2);
      // The keeper waits for the node, which has files open.
      cluster.end();
    }
  }

  @Test
  void anOptionIsTakenOut() {
    List<String> arguments = List.of("lin-kv", "--kills", "3", "--tick=1", "--kills=4");
    assertEquals(List.of("lin-kv", "--tick=1"), Keeper.without("--kills", arguments));
  }
}
