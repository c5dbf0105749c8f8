package io.zabdb.bench.compaction;

import io.zabdb.bench.cluster.Leader;
import io.zabdb.bench.fake.FakeStore;
import io.zabdb.bench.load.BenchStore;
import io.zabdb.bench.quota.QuotaUse;
import io.zabdb.bench.tasks.StoreLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Three nodes in memory, without compactions. */
final class FakeTarget implements CompactionTarget {

  final FakeStore store = new FakeStore(true);
  final Optional<String> refusal;
  private final AtomicInteger looks = new AtomicInteger();
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
    return new StoreLog(List.of(), 0, 0);
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
