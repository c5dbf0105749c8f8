package io.zabdb.node.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.zabdb.replica.metrics.MoveNews;
import io.zabdb.replica.metrics.PointNews;
import io.zabdb.replica.metrics.ReplicaMetrics;
import io.zabdb.replica.metrics.ShardingNews;
import io.zabdb.replica.metrics.TransferEnd;
import io.zabdb.replica.metrics.TransferReason;
import io.zabdb.replica.status.ReplicaStatus;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What a node measures of its replica of a group. Thread-safe. */
public final class GroupMetrics implements ReplicaMetrics {

  private final MeterRegistry registry;
  private final Foreground foreground;
  private final NodePauses pausing;
  private final String group;
  private final Timer commits;
  private final Timer syncs;
  private final DistributionSummary synced;
  private final DistributionSummary applied;
  private final Counter leaderships;
  private final Counter transfers;
  private final Timer drains;
  private final Timer pauses;
  private final Counter checkpoints;
  private final Counter installs;
  private final Counter refused;
  private final Map<TransferReason, Counter> begun = new EnumMap<>(TransferReason.class);
  private final Map<TransferEnd, Counter> givenUp = new EnumMap<>(TransferEnd.class);
  private final Map<ShardingNews, Counter> shardings = new EnumMap<>(ShardingNews.class);
  private final Map<PointNews, Counter> points = new EnumMap<>(PointNews.class);
  private final Map<MoveNews, Counter> moves = new EnumMap<>(MoveNews.class);
  private final Timer movePauses;
  private volatile ReplicaStatus status;
  private volatile boolean resting;

  GroupMetrics(MeterRegistry registry, int id, Foreground foreground, NodePauses ofNode) {
    this.registry = registry;
    this.foreground = foreground;
    pausing = ofNode;
    group = Integer.toString(id);
    commits = timer("zabdb.commit", "Updates at the leader, from proposal to commit");
    syncs = timer("zabdb.log.sync", "Syncs of the log");
    synced = summary("zabdb.log.sync.entries", "Entries that a sync of the log covers");
    applied = summary("zabdb.apply.entries", "Entries that are applied to the store together");
    leaderships = counter("zabdb.leader.changes", "How often this replica saw a new leader");
    transfers = counter("zabdb.transfers", "How often this replica has handed leadership over");
    drains =
        timer("zabdb.transfer.drain", "How long a leader that handed over had held up updates");
    pauses =
        timer(
            "zabdb.transfer.pause", "How long this replica, handed leadership, took until it led");
    for (TransferReason reason : TransferReason.values()) {
      begun.put(
          reason,
          byReason(
              "zabdb.transfers.begun", "How often this leader chose a successor", reason.name()));
    }
    for (PointNews step : PointNews.values()) {
      points.put(
          step,
          byReason(
              "zabdb.reads.behind.point",
              "Reads that this replica served behind a read point of its leader",
              step.name()));
    }
    for (ShardingNews step : ShardingNews.values()) {
      shardings.put(
          step,
          byReason(
              "zabdb.shardings", "How far this leader came with splits and merges", step.name()));
    }
    for (MoveNews step : MoveNews.values()) {
      moves.put(step, byReason("zabdb.moves", "How far this leader came with moves", step.name()));
    }
    movePauses =
        timer("zabdb.move.pause", "How long nobody took updates of a partition that has moved");
    for (TransferEnd end : TransferEnd.values()) {
      givenUp.put(
          end,
          byReason(
              "zabdb.transfers.given.up",
              "How often this leader did not hand over after all",
              end.name()));
    }
    checkpoints =
        counter("zabdb.checkpoints", "How often the store was flushed and the log purged");
    installs =
        counter("zabdb.checkpoints.installed", "How often the leader's checkpoint was taken over");
    refused =
        counter(
            "zabdb.refused.when.applied",
            "Updates that were logged though the group does not take them: a defect if not 0");
    statusGauges();
  }

  private void statusGauges() {
    statusGauge("zabdb.replica.ready", "1: leads, or follows in sync", s -> s.ready() ? 1 : 0);
    statusGauge("zabdb.replica.leads", "1: leads", s -> s.leads() ? 1 : 0);
    statusGauge("zabdb.replica.rests", "1: has nothing to do, and rests", s -> resting ? 1 : 0);
    statusGauge("zabdb.replica.epoch", "The current epoch", ReplicaStatus::epoch);
    statusGauge("zabdb.log.entries", "Entries of the log", ReplicaStatus::logLength);
    statusGauge("zabdb.log.committed", "Entries that are committed", ReplicaStatus::committed);
    statusGauge("zabdb.log.applied", "Entries that the store has", ReplicaStatus::applied);
    statusGauge("zabdb.log.purged", "Entries that the log has no more", ReplicaStatus::checkpoint);
    statusGauge("zabdb.compaction.pressure", "In levels", ReplicaStatus::pressure);
    statusGauge("zabdb.compaction.running", "1: compacts", s -> s.compacting() ? 1 : 0);
    statusGauge("zabdb.store.bytes", "Size of the store, about", ReplicaStatus::sizeBytes);
    statusCounter(
        "zabdb.scrub.bytes",
        "Read of the files of store and log to find damage",
        s -> s.scrub().bytes());
    statusCounter("zabdb.scrub.passes", "How often all of them were read", s -> s.scrub().passes());
    statusGauge(
        "zabdb.scrub.last.pass.seconds",
        "When that was done last, since 1970; NaN: not yet",
        s -> s.scrub().passes() == 0 ? Double.NaN : s.scrub().lastPassMillis() / 1e3);
    statusGauge("zabdb.sessions", "Sessions that are remembered", s -> s.sessions().records());
    statusGauge(
        "zabdb.session.floor.seconds",
        "Sessions opened before may have been forgotten; seconds since 1970",
        s -> s.sessions().floor() / 1e3);
    statusGauge("zabdb.log.disk.full", "1: waits for room", s -> s.diskFull() ? 1 : 0);
    statusGauge(
        "zabdb.replica.lag.max",
        "Of a leader: entries that the slowest connected member lacks",
        s ->
            IntStream.range(0, s.lags().size())
                .filter(member -> s.voters().includes(member))
                .mapToLong(member -> s.lags().get(member))
                .filter(lag -> lag != Long.MAX_VALUE)
                .max()
                .orElse(0));
    statusGauge(
        "zabdb.replica.disconnected",
        "Of a leader: members that are not connected",
        s ->
            IntStream.range(0, s.lags().size())
                .filter(member -> s.voters().includes(member))
                .filter(member -> s.lags().get(member) == Long.MAX_VALUE)
                .count());
  }

  @Override
  public void committed(long nanos) {
    commits.record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void synced(long nanos, long entries) {
    syncs.record(nanos, TimeUnit.NANOSECONDS);
    foreground.synced(nanos);
    pausing.note(PauseCause.SYNC, nanos);
    synced.record(entries);
  }

  @Override
  public void applied(long entries) {
    applied.record(entries);
  }

  /** This replica leads, or has found another leader. */
  public void leaderChanged() {
    leaderships.increment();
  }

  @Override
  public void rests(boolean now) {
    resting = now;
  }

  @Override
  public void handedOver() {
    transfers.increment();
  }

  @Override
  public void transferBegan(TransferReason reason) {
    begun.get(reason).increment();
  }

  @Override
  public void drained(long nanos) {
    drains.record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void transferGivenUp(TransferEnd why) {
    givenUp.get(why).increment();
  }

  @Override
  public void tookOver(long nanos) {
    pauses.record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void checkpointed() {
    checkpoints.increment();
  }

  @Override
  public void installed() {
    installs.increment();
  }

  @Override
  public void points(PointNews step, int reads) {
    points.get(step).increment(reads);
  }

  @Override
  public void sharding(ShardingNews step) {
    shardings.get(step).increment();
  }

  @Override
  public void moved(MoveNews step) {
    moves.get(step).increment();
  }

  @Override
  public void movePause(long nanos) {
    movePauses.record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void refusedWhenApplied(long updates) {
    refused.increment(updates);
  }

  /** Shows the length of a queue; asked for with each scrape, must not block. */
  public void queue(String queue, LongSupplier length) {
    Gauge.builder("zabdb.queue", length, LongSupplier::getAsLong)
        .description("Lengths of queues")
        .tag("group", group)
        .tag("queue", queue)
        .strongReference(true)
        .register(registry);
  }

  /** What the gauges show from now on. */
  public void update(ReplicaStatus now) {
    status = now;
  }

  private Timer timer(String name, String meaning) {
    return Timer.builder(name)
        .description(meaning)
        .tag("group", group)
        .serviceLevelObjectives(NodeMetrics.BUCKETS)
        .register(registry);
  }

  private DistributionSummary summary(String name, String meaning) {
    return DistributionSummary.builder(name)
        .description(meaning)
        .tag("group", group)
        .register(registry);
  }

  private Counter counter(String name, String meaning) {
    return Counter.builder(name).description(meaning).tag("group", group).register(registry);
  }

  private Counter byReason(String name, String meaning, String reason) {
    return Counter.builder(name)
        .description(meaning)
        .tag("group", group)
        .tag("reason", reason.toLowerCase(Locale.ROOT))
        .register(registry);
  }

  /** Shows how far this member's clock is from a quorum's, in milliseconds; empty: not known. */
  public void clock(Supplier<OptionalLong> skew) {
    Gauge.builder(
            "zabdb.clock.skew.seconds",
            skew,
            asked -> asked.get().isPresent() ? asked.get().getAsLong() / 1e3 : Double.NaN)
        .description("How far the clock is ahead of those of a quorum")
        .tag("group", group)
        .strongReference(true)
        .register(registry);
  }

  private void statusCounter(String name, String meaning, ToDoubleFunction<ReplicaStatus> figure) {
    FunctionCounter.builder(
            name,
            this,
            metrics -> metrics.status == null ? 0 : figure.applyAsDouble(metrics.status))
        .description(meaning)
        .tag("group", group)
        .register(registry);
  }

  private void statusGauge(String name, String meaning, ToDoubleFunction<ReplicaStatus> figure) {
    Gauge.builder(
            name,
            this,
            metrics -> metrics.status == null ? Double.NaN : figure.applyAsDouble(metrics.status))
        .description(meaning)
        .tag("group", group)
        .strongReference(true)
        .register(registry);
  }
}
