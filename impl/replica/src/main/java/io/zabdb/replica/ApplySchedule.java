package io.zabdb.replica;

import io.zabdb.core.message.Entry;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Refusal;
import java.util.ArrayList;
import java.util.List;

/**
 * Hands over to the {@link Applier}, once for each turn, what was committed, and the updates and
 * reads that wait for it. By the loop.
 */
final class ApplySchedule {

  private final Applier applier;
  private final Readers readers;
  private final ApplyFeed feed;
  private final AwaitedPoints points;
  private long deliverable;

  /** No more are passed on. */
  private long limit = Long.MAX_VALUE;

  private List<Answers.Answer> answers = new ArrayList<>();
  private List<WaitingReads.Reads> reads = new ArrayList<>();

  // Written by the loop, read by the worker that applies.
  private volatile boolean behind;

  ApplySchedule(Applier applier, Readers readers, ApplyFeed feed, AwaitedPoints points) {
    this.applier = applier;
    this.readers = readers;
    this.feed = feed;
    this.points = points;
  }

  /** The first so many entries are committed. */
  void deliver(long length) {
    deliverable = Math.max(deliverable, length);
    points.release(deliverable, this::serve);
  }

  /** How many entries are known to be committed. */
  long deliverable() {
    return deliverable;
  }

  /** From now on only the first so many entries are applied. */
  void holdAt(long length) {
    limit = length;
  }

  /** An update is answered once it is applied. */
  void answer(Answers.Answer answer) {
    answers.add(answer);
  }

  /** Reads are served once so many entries are applied. */
  void serve(long length, List<ReadCallback> callbacks) {
    if (length <= applier.applied().length()) {
      readers.submit(callbacks);
    } else {
      reads.add(new WaitingReads.Reads(length, callbacks));
    }
  }

  /** The same of reads that need entries of which this replica may not know yet. */
  void serveBehind(long point, List<ReadCallback> callbacks) {
    points.take(point, callbacks, deliverable, this::serve);
  }

  /** Hands over what there is room for. */
  void handOver(StateView state) {
    // What is not synced here must not be applied: the store may flush it.
    List<Entry> entries = feed.take(Math.min(limit, Math.min(deliverable, state.synced())));
    behind = feed.isBehind();
    if (!entries.isEmpty() || !answers.isEmpty() || !reads.isEmpty()) {
      applier.handOver(entries, answers, reads);
      answers = new ArrayList<>();
      reads = new ArrayList<>();
    }
  }

  /** Whether entries wait for room in the applier's queue. By any thread. */
  boolean isBehind() {
    return behind;
  }

  /** Whether the store is slower than the log by more than memory holds. */
  boolean lags() {
    return feed.lags();
  }

  /**
   * How many entries have been passed to the applier, or are in a checkpoint that was installed.
   */
  long handedOver() {
    return feed.handedOver();
  }

  /**
   * A checkpoint replaces the log, and what is committed there: nothing more of the log is applied.
   */
  void stopReading() {
    feed.close();
  }

  /** A checkpoint of so many entries was installed. */
  void goOnBehind(long length) {
    feed.goOnBehind(length);
    deliver(length);
  }

  /** The replica ends: waiting clients are told so. */
  void end() {
    feed.close();
    points.end();
    answers.forEach(answer -> answer.callback().unknown());
    answers.clear();
    reads.forEach(waiting -> waiting.reads().forEach(read -> read.refused(Refusal.NOT_LEADER, -1)));
    reads.clear();
  }
}
