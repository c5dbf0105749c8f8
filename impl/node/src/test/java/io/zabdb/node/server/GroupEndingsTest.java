package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Family;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.ShardingConfig;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What others say of groups that have ended, while this node is busy with another one. */
class GroupEndingsTest {

  private final Topology topology =
      new Topology(
          new UUID(1, 2),
          0,
          new ShardingConfig(List.of(group(0)), 1, List.of(Family.of("default"))),
          Map.of());
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int forgotten;
  private final GroupEndings endings =
      new GroupEndings(topology, new NoReplicas(), waiting::add, null);

  private static GroupConfig group(int id) {
    return new GroupConfig(id, List.of(0, 1, 2));
  }

  /** Each second by another node. */
  @Test
  void whatIsToldAgainWaitsOnce() {
    for (int second = 0; second < 100; second++) {
      endings.heard(group(40_001));
      endings.heard(group(40_002));
    }
    assertEquals(2, waiting.size());
    waiting.remove().run();
    assertTrue(topology.hasEnded(40_001));
    endings.heard(group(40_001));
    assertEquals(2, waiting.size(), "it may be told later, too");
    waiting.forEach(Runnable::run);
    assertEquals(3, forgotten);
  }

  @Test
  void onlySoManyWait() {
    for (int id = 1; id <= 20_000; id++) {
      endings.heard(group(id));
    }
    assertEquals(10_000, waiting.size());
  }

  private final class NoReplicas implements GroupEndings.Leaver {

    @Override
    public Optional<GroupConfig> own(int group) {
      return Optional.empty();
    }

    @Override
    public void forget(GroupConfig group) {
      forgotten++;
    }

    @Override
    public void note(GroupConfig group, GroupEndings.Reason reason) {
      throw new AssertionError("it has no replica");
    }

    @Override
    public CompletableFuture<Void> drop(GroupConfig group, GroupEndings.Reason reason) {
      throw new AssertionError("it has no replica");
    }
  }
}
