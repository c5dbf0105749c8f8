package io.zabdb.bench.compaction;

import io.zabdb.bench.cluster.Leader;
import io.zabdb.bench.fake.FakeStore;
import io.zabdb.bench.load.BenchStore;
import io.zabdb.bench.quota.QuotaUse;
import io.zabdb.bench.tasks.StoreLog;
import io.zabdb.bench.tasks.StoreTask;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Three nodes in memory; the first compacts now and then, for who looks at its log twice. */
final class FakeTarget implements CompactionTarget {

  /** That the first node ever makes. */
  static final int COMPACTIONS = 3;

  final FakeStore store = new FakeStore(true);
  final Optional<String> refusal;
  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicInteger logs = new AtomicInteger();
  private final List<StoreTask> compactions = new ArrayList<>();
  private final List<Integer> led = new ArrayList<>();
  List<Integer> ledBeforeLimit = List.of();
  boolean isClosed;

  FakeTarget(Optional<String> refusal) {
    this.refusal = refusal;
  }

  @Override
  public int nodes() {
    return 3;
  }

  @Override
  public List<BenchStore> stores() {
    return List.of(store);
  }

  @Override
  public void awaitInSync() {}

  @Override
  public void lead(int node) {
    led.add(node);
  }

  @Override
  public Optional<String> limit() {
    ledBeforeLimit = List.copyOf(led);
    return refusal;
  }

  @Override
  public String limits() {
    return refusal.isPresent() ? "none" : "little";
  }

  @Override
  public Optional<Leader> leader(int first) {
    return Optional.of(new Leader(1, 1));
  }

  @Override
  public int groups() {
    return 1;
  }

  @Override
  public Set<Integer> leading() {
    return Set.of(1);
  }

  @Override
  public Usage usage() {
    int look = looks.incrementAndGet();
    QuotaUse quota = new QuotaUse(10L * look, look, look, 100L * look);
    return new Usage(
        refusal.isPresent() ? List.of() : List.of(quota, quota, quota),
        List.of(1_000L * look, 0L, 0L),
        look);
  }

  @Override
  public StoreLog log(int node) {
    if (node == 0 && logs.incrementAndGet() > 1 && compactions.size() < COMPACTIONS) {
      compactions.add(compaction());
    }
    return new StoreLog(node == 0 ? compactions : List.of(), 0, 0);
  }

  private StoreTask compaction() {
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    return new StoreTask(
        StoreTask.Kind.COMPACTION,
        "tree",
        logs.get(),
        "",
        now,
        now,
        2,
        RunAnalysis.MIN_BYTES,
        1,
        1,
        1);
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
