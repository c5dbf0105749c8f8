package io.zabdb.simulator.node;

import io.zabdb.replica.metrics.MoveNews;
import io.zabdb.replica.metrics.PointNews;
import io.zabdb.replica.metrics.ReplicaMetrics;
import io.zabdb.replica.metrics.ShardingNews;
import io.zabdb.replica.metrics.TransferEnd;
import io.zabdb.replica.metrics.TransferReason;
import io.zabdb.testkit.sim.engine.Counts;
import java.util.Locale;

/** Counts what replicas have come to. */
record CountedMetrics(Counts counts) implements ReplicaMetrics {

  @Override
  public void committed(long nanos) {
    counts.add("replica: update committed");
  }

  @Override
  public void synced(long nanos, long entries) {
    counts.add("replica: log synced");
  }

  @Override
  public void applied(long entries) {
    counts.add("replica: entries applied", entries);
  }

  /** Nothing is logged in vain: the replica fails, and with it the run. */
  @Override
  public void refusedWhenApplied(long updates) {
    throw new IllegalStateException(updates + " updates were logged in vain");
  }

  @Override
  public void points(PointNews step, int reads) {
    counts.add("points: " + step.name().toLowerCase(Locale.ROOT).replace('_', ' '), reads);
  }

  @Override
  public void sharding(ShardingNews step) {
    counts.add("sharding: " + step.name().toLowerCase(Locale.ROOT).replace('_', ' '));
  }

  @Override
  public void moved(MoveNews step) {
    counts.add("move: " + step.name().toLowerCase(Locale.ROOT).replace('_', ' '));
  }

  @Override
  public void movePause(long nanos) {}

  @Override
  public void rests(boolean now) {
    counts.add(now ? "replica: rests" : "replica: woken");
  }

  @Override
  public void handedOver() {
    counts.add("replica: leadership handed over");
  }

  @Override
  public void transferBegan(TransferReason reason) {
    counts.add("transfer: begun, " + reason.name().toLowerCase(Locale.ROOT));
  }

  @Override
  public void drained(long nanos) {
    counts.add("transfer: drained");
  }

  @Override
  public void transferGivenUp(TransferEnd why) {
    counts.add("transfer: given up, " + why.name().toLowerCase(Locale.ROOT));
  }

  @Override
  public void tookOver(long nanos) {
    counts.add("transfer: took over");
  }

  @Override
  public void checkpointed() {
    counts.add("replica: log purged behind a checkpoint");
  }

  @Override
  public void installed() {
    counts.add("replica: checkpoint installed");
  }
}
