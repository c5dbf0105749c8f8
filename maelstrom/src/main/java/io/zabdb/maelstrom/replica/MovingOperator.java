package io.zabdb.maelstrom.replica;

import io.zabdb.maelstrom.runtime.EventLoop;
import io.zabdb.replica.GroupMoves;
import io.zabdb.replica.GroupSharding.HeldPartition;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.shard.Birth;
import io.zabdb.shard.MovePhase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * An operator at a node who has the groups that it leads give partitions to other groups, again and
 * again, and thinks better of it now and then. Any partition goes anywhere, by chance. Of the event
 * loop; what it asks for is thread-safe.
 */
final class MovingOperator {

  /** One move in so many is to be given up, unless it is over by then. */
  private static final int REGRETS_ONE_IN = 5;

  private static final long LONGEST_REGRET_MILLIS = 100;

  private final ReplicaHost host;
  private final Map<Integer, ReplicaDriver> drivers;

  /**
   * @param drivers of the node's replicas, by group; at least two
   */
  MovingOperator(ReplicaHost host, Map<Integer, ReplicaDriver> drivers) {
    this.host = host;
    this.drivers = drivers;
  }

  /** Begins; goes on until the loop ends. */
  void begin() {
    long millis = host.settings().moveSeconds() * 1_000L;
    loop()
        .after(
            ThreadLocalRandom.current().nextLong(millis / 2, millis * 3 / 2 + 1),
            () -> {
              drivers.keySet().stream().filter(host.members()::leads).forEach(this::moveAnyOf);
              begin();
            });
  }

  private EventLoop loop() {
    return host.node().loop();
  }

  private void moveAnyOf(int group) {
    List<Integer> others = drivers.keySet().stream().filter(each -> each != group).toList();
    GroupMoves from = drivers.get(group).moves();
    GroupMoves to = drivers.get(any(others)).moves();
    // Neither is founded yet, or leads no more by now: the next time, then.
    drivers
        .get(group)
        .sharding()
        .partitions()
        .thenCombine(to.birth(), (held, birth) -> start(from, held, birth))
        .exceptionally(unknown -> null);
  }

  private Void start(GroupMoves from, List<HeldPartition> held, Birth to) {
    List<HeldPartition> served =
        held.stream().filter(each -> each.record().phase() == MovePhase.SERVING).toList();
    if (!served.isEmpty()) {
      String partition = any(served).id().name();
      from.start(partition, to).thenAccept(attempt -> mayRegret(from, partition));
    }
    return null;
  }

  private void mayRegret(GroupMoves from, String partition) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    if (random.nextInt(REGRETS_ONE_IN) == 0) {
      loop().after(random.nextLong(1, LONGEST_REGRET_MILLIS), () -> from.abort(partition));
    }
  }

  private static <T> T any(List<T> all) {
    return all.get(ThreadLocalRandom.current().nextInt(all.size()));
  }
}
