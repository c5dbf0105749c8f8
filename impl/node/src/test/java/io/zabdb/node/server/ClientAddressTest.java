package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.rpc.wire.GetRing;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Ring;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a node tells clients of where they reach it. */
@Timeout(60)
class ClientAddressTest {

  @TempDir Path directory;

  private Ring.Node told(String... options) throws IOException {
    try (LoneNode node =
        new LoneNode(directory, MemoryBudget.of(64 << 20, 64 << 20, 64 << 20), options)) {
      return node.ask(Request.newBuilder().setGetRing(GetRing.getDefaultInstance()))
          .getRing()
          .getNodes(0);
    }
  }

  @Test
  void isWhereItListens() throws IOException {
    assertEquals("127.0.0.1", told().getHost());
  }

  @Test
  void isWhatTheOptionSaysThoughItListensElsewhere() throws IOException {
    Ring.Node told = told("clients", "0@203.0.113.9:7000");
    assertEquals("203.0.113.9", told.getHost());
    assertEquals(7000, told.getPort());
  }
}
