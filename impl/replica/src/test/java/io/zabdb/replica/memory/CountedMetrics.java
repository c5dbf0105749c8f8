package io.zabdb.replica.memory;

import io.zabdb.replica.metrics.MoveNews;
import io.zabdb.replica.metrics.PointNews;
import io.zabdb.replica.metrics.ReplicaMetrics;
import io.zabdb.replica.metrics.ShardingNews;
import io.zabdb.replica.metrics.TransferEnd;
import io.zabdb.replica.metrics.TransferReason;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts what is to be measured, and sums up times, in milliseconds. Thread-safe. */
public class CountedMetrics implements ReplicaMetrics {

  private static final long MILLIS = 1_000_000;

  private final Map<String, Long> counts = new ConcurrentHashMap<>();
  private final Map<String, Long> millis = new ConcurrentHashMap<>();

  /** How often it has happened. */
  public long count(String what) {
    return counts.getOrDefault(what, 0L);
  }

  /** How often everything has happened. */
  public Map<String, Long> counts() {
    return Map.copyOf(counts);
  }

  /** How long it took in all. */
  public long millis(String what) {
    return millis.getOrDefault(what, 0L);
  }

  private void add(String what, long nanos) {
    counts.merge(what, 1L, Long::sum);
    millis.merge(what, nanos / MILLIS, Long::sum);
  }

  @Override
  public void committed(long nanos) {
    add("committed", nanos);
  }

  @Override
  public void synced(long nanos, long entries) {
    add("synced", nanos);
  }

  @Override
  public void applied(long entries) {
    add("applied", 0);
  }

  @Override
  public void refusedWhenApplied(long updates) {
    add("refused when applied", updates);
  }

  @Override
  public void points(PointNews step, int reads) {
    counts.merge("points " + step, (long) reads, Long::sum);
  }

  @Override
  public void sharding(ShardingNews step) {
    add("sharding " + step, 0);
  }

  @Override
  public void moved(MoveNews step) {
    add("moved " + step, 0);
  }

  @Override
  public void movePause(long nanos) {
    add("move pauses", nanos);
  }

  @Override
  public void rests(boolean now) {
    add(now ? "rests" : "woken", 0);
  }

  @Override
  public void handedOver() {
    add("handed over", 0);
  }

  @Override
  public void transferBegan(TransferReason reason) {
    add("began " + reason, 0);
  }

  @Override
  public void drained(long nanos) {
    add("drained", nanos);
  }

  @Override
  public void transferGivenUp(TransferEnd why) {
    add("given up " + why, 0);
  }

  @Override
  public void tookOver(long nanos) {
    add("took over", nanos);
  }

  @Override
  public void checkpointed() {
    add("checkpointed", 0);
  }

  @Override
  public void installed() {
    add("installed", 0);
  }
}
