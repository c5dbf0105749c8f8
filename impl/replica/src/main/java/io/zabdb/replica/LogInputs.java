package io.zabdb.replica;

import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.environment.Loop;
import io.zabdb.log.LogPosition;
import io.zabdb.log.SyncListener;
import io.zabdb.replica.health.SyncWatch;
import io.zabdb.replica.metrics.ReplicaMetrics;
import java.util.function.Consumer;

/** Gives the core what becomes of its log. By the worker that syncs. */
final class LogInputs implements SyncListener {

  private final Loop loop;
  private final Turns turns;
  private final ReplicaMetrics metrics;
  private final SyncWatch watch;
  private final Consumer<Throwable> failed;

  LogInputs(
      Loop loop, Turns turns, ReplicaMetrics metrics, SyncWatch watch, Consumer<Throwable> failed) {
    this.loop = loop;
    this.turns = turns;
    this.metrics = metrics;
    this.watch = watch;
    this.failed = failed;
  }

  @Override
  public void begins() {
    watch.begins();
  }

  @Override
  public void logSynced(LogPosition synced, long entries, long nanos) {
    metrics.synced(nanos, entries);
    watch.synced(nanos);
    loop.run(() -> turns.step(new Input.LogSynced(synced.length(), synced.last())));
  }

  @Override
  public void epochWritten(EpochField field, long epoch) {
    watch.ended();
    loop.run(() -> turns.step(new Input.EpochWritten(field, epoch)));
  }

  @Override
  public void failed(Exception cause) {
    failed.accept(cause);
  }
}
