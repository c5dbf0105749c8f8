package io.zabdb.replica;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.environment.Workers;
import io.zabdb.log.LogIdentity;
import io.zabdb.log.LogSettings;
import io.zabdb.model.data.Family;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.memory.CountedMetrics;
import io.zabdb.replica.memory.MemoryReplicaDisk;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.pressure.NodeArbiter;
import io.zabdb.replica.settings.Durability;
import io.zabdb.replica.settings.Founding;
import io.zabdb.replica.settings.MoveBounds;
import io.zabdb.replica.settings.ReplicaMemory;
import io.zabdb.replica.settings.ReplicaSettings;
import io.zabdb.replica.settings.ScrubSettings;
import io.zabdb.shard.PartitionId;
import io.zabdb.storage.tree.PressureLevels;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Timeline;
import io.zabdb.testkit.sim.machine.VirtualClock;
import io.zabdb.testkit.sim.machine.VirtualLoop;
import io.zabdb.testkit.sim.machine.VirtualProcess;
import io.zabdb.testkit.sim.machine.VirtualWorkers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** The only replica of a group, which gives and takes partitions, over its starts. */
final class MovingReplica {

  /** The log takes no longer ones. */
  static final Settings.Limits LIMITS = new Settings.Limits(1 << 16, 1 << 16, 64L << 20, 1 << 16);

  static final UUID CLUSTER = new UUID(1, 2);
  static final List<Family> FAMILIES = List.of(Family.of("f"));

  final int group;
  final CountedMetrics metrics = new CountedMetrics();
  private final Timeline time;
  private final SeededRandom random;
  private final MemoryReplicaDisk disk;
  private final List<PartitionId> parts;
  private final GroupPost post;
  private final MoveBounds limits;
  private Durability durability = Durability.SYNC;
  private Duration flushInterval = Duration.ofMillis(20);
  private VirtualProcess process;
  private ReplicaDriver driver;
  private long incarnation;
  private final NotedFailure events = new NotedFailure();

  MovingReplica(
      int group,
      List<PartitionId> parts,
      Path directory,
      Timeline time,
      SeededRandom random,
      GroupPost post,
      MoveBounds limits) {
    this.group = group;
    this.parts = parts;
    this.time = time;
    this.random = random;
    this.post = post;
    this.limits = limits;
    disk = new MemoryReplicaDisk(random.next());
    disk.keepMovesIn(directory);
  }

  /** From its next start on it acknowledges what is in memory, and hardly ever syncs by itself. */
  void acknowledgeInMemory() {
    durability = Durability.PERIODIC;
    flushInterval = Duration.ofMinutes(1);
  }

  /** How often its log was synced. */
  int syncs() {
    return disk.syncs();
  }

  /** Null while it is down. */
  ReplicaDriver driver() {
    return driver;
  }

  Throwable failure() {
    return events.failure();
  }

  List<Integer> ends() {
    return events.ends();
  }

  void start() throws IOException {
    start(UnaryOperator.identity());
  }

  /**
   * The same.
   *
   * @param changed what it is given in place of its workers
   */
  void start(UnaryOperator<Workers> changed) throws IOException {
    process = new VirtualProcess(time);
    VirtualClock clock = new VirtualClock(process, 0, () -> time.now() / 1_000);
    driver =
        ReplicaDriver.start(
            settings(),
            disk,
            listener -> new NoMembers(),
            new ReplicaContext(
                new VirtualLoop(process, random),
                clock,
                changed.apply(new VirtualWorkers(process, random, VirtualWorkers.Pace.USUAL)),
                events,
                new NodeHealth(),
                new NodeArbiter(
                    0, Map.of(group, List.of(0)), 1L << 40, Duration.ZERO, clock::nanos),
                ReplicaTrace.NONE,
                metrics,
                post));
  }

  private ReplicaSettings settings() {
    return new ReplicaSettings(
        new Settings(
            0, 1, ++incarnation, Settings.Timing.DEFAULT, LIMITS, TransferSettings.DEFAULT),
        new LogIdentity(CLUSTER, group, 0),
        new LogSettings(1 << 18, LIMITS.payloadBytes(), 1 << 12, 2),
        new Founding(parts, FAMILIES),
        durability,
        flushInterval,
        Duration.ofMillis(10),
        20_000,
        new PressureLevels(1, 1, 1L << 40, 1_000),
        0,
        2,
        ScrubSettings.OFF,
        ReplicaMemory.of(MemoryBudget.of(64 << 20, 0, 0), 1),
        limits);
  }

  /** Its machine loses power, in the middle of whatever it does. */
  void crash() {
    process.end();
    disk.losePower();
    driver = null;
  }
}
