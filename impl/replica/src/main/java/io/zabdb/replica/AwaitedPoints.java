package io.zabdb.replica;

import io.zabdb.environment.Loop;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.metrics.PointNews;
import io.zabdb.replica.metrics.ReplicaMetrics;
import io.zabdb.storage.data.StorageException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Reads that wait until this replica hears that as much is committed as their read point says, in
 * the order in which they came ({@code specs/log/ReadPoints.tla}, {@code Serve} and {@code
 * Expire}). Each is a request under way, of which a node has only so many. By the loop.
 */
final class AwaitedPoints {

  /** A replica that hears nothing for so long is cut off: others serve the reads. */
  static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private record PointedReads(long point, List<ReadCallback> reads, Loop.Timer deadline) {}

  private final Loop loop;
  private final ReplicaMetrics metrics;
  private final ArrayDeque<PointedReads> waiting = new ArrayDeque<>();

  AwaitedPoints(Loop loop, ReplicaMetrics metrics) {
    this.loop = loop;
    this.metrics = metrics;
  }

  /**
   * Reads that need so many entries.
   *
   * @param committed how many are known to be committed
   * @param serve takes the reads once that is enough
   */
  void take(
      long point,
      List<ReadCallback> reads,
      long committed,
      BiConsumer<Long, List<ReadCallback>> serve) {
    if (point <= committed) {
      metrics.points(PointNews.AT_ONCE, reads.size());
      serve.accept(point, reads);
    } else {
      metrics.points(PointNews.AWAITED, reads.size());
      waiting.add(new PointedReads(point, reads, loop.schedule(MAX_WAIT_NANOS, this::expire)));
    }
  }

  /** All have the same limit, so that the first timer is for the first that waits. */
  private void expire() {
    PointedReads late = waiting.poll();
    if (late != null) {
      metrics.points(PointNews.GIVEN_UP, late.reads().size());
      fail(late, "did not hear in time that what a read must see is committed");
    }
  }

  /** So many entries are known to be committed: what they suffice for goes on. */
  void release(long committed, BiConsumer<Long, List<ReadCallback>> serve) {
    if (waiting.isEmpty()) {
      return;
    }
    List<PointedReads> ready = new ArrayList<>();
    waiting.removeIf(one -> one.point() <= committed && ready.add(one));
    for (PointedReads one : ready) {
      one.deadline().cancel();
      serve.accept(one.point(), one.reads());
    }
  }

  /** The replica ends. */
  void end() {
    for (PointedReads one : waiting) {
      one.deadline().cancel();
      fail(one, "is closing");
    }
    waiting.clear();
  }

  private static void fail(PointedReads some, String why) {
    StorageException failure = new StorageException(ErrorCode.UNAVAILABLE, "this replica " + why);
    some.reads().forEach(read -> read.failed(failure));
  }
}
