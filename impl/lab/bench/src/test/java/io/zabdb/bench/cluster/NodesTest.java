package io.zabdb.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.rpc.wire.NodeStatus.Replica;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class NodesTest {

  private static Replica.Builder replica(String role) {
    return Replica.newBuilder()
        .setRole(role)
        .setPhase("BROADCAST")
        .setEpoch(2)
        .setLogLength(10)
        .setApplied(10);
  }

  private static boolean inSync(Consumer<List<Replica.Builder>> change) {
    List<Replica.Builder> all =
        new ArrayList<>(
            List.of(
                replica("LEADING").addAllLags(List.of(0L, 0L, 0L)),
                replica("FOLLOWING"),
                replica("FOLLOWING")));
    change.accept(all);
    return Nodes.inSync(all.stream().map(Replica.Builder::build).toList(), 3);
  }

  @Test
  void inSync() {
    assertTrue(inSync(all -> {}));
  }

  @Test
  void notInSync() {
    assertFalse(inSync(all -> all.remove(2)), "a member is missing");
    assertFalse(inSync(all -> all.get(0).setRole("LOOKING")), "nobody leads");
    assertFalse(inSync(all -> all.get(0).setPhase("SYNCHRONIZATION")), "nobody leads yet");
    assertFalse(inSync(all -> all.get(1).setPhase("DISCOVERY")), "one does not follow yet");
    assertFalse(inSync(all -> all.get(1).setRole("LEADING")), "two lead");
    assertFalse(inSync(all -> all.get(1).setEpoch(1)), "of two epochs");
    assertFalse(inSync(all -> all.get(1).setLogLength(11)), "not all is applied");
    assertFalse(inSync(all -> all.get(1).setLogLength(9).setApplied(9)), "one lacks an entry");
    assertFalse(inSync(all -> all.get(0).setLags(1, -1)), "one is not connected");
  }

  @Test
  void nodesOfThisMachine() {
    assertTrue(Nodes.isHere(new NodeInfo(0, "127.0.0.1", 1, 0, 0, 0)));
    // Of a range for documentation: nobody has it.
    assertFalse(Nodes.isHere(new NodeInfo(0, "192.0.2.1", 1, 0, 0, 0)));
    assertFalse(Nodes.isHere(new NodeInfo(0, "no such host", 1, 0, 0, 0)));
  }
}
