package io.zabdb.replica;

import io.zabdb.core.step.Refusal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Reads that wait until enough is applied, in the order of that. For the worker that applies. */
final class WaitingReads {

  /** Reads that need a state in which so many entries are applied. */
  record Reads(long length, List<ReadCallback> reads) {}

  private static final int UNKNOWN_LEADER = -1;

  private final ArrayDeque<Reads> waiting = new ArrayDeque<>();

  void add(List<Reads> reads) {
    waiting.addAll(reads);
  }

  /** Those that can be served once so many entries are applied; they wait no longer. */
  List<ReadCallback> takeUpTo(long length) {
    List<ReadCallback> ready = new ArrayList<>();
    while (!waiting.isEmpty() && waiting.peek().length() <= length) {
      ready.addAll(waiting.poll().reads());
    }
    return ready;
  }

  /** Does something if there are any. */
  void ifAnyWait(Runnable action) {
    if (!waiting.isEmpty()) {
      action.run();
    }
  }

  /** Those who wait for more than the first so many entries are sent to whoever leads. */
  void leaveBeyond(long length) {
    List<Reads> left = waiting.stream().filter(each -> each.length() > length).toList();
    waiting.removeAll(left);
    left.stream()
        .flatMap(each -> each.reads().stream())
        .forEach(read -> read.refused(Refusal.NOT_LEADER, UNKNOWN_LEADER));
  }

  /** The replica closes. */
  void abandon() {
    waiting.forEach(WaitingReads::fail);
    waiting.clear();
  }

  /** The replica closes, or has closed. */
  static void fail(Reads reads) {
    IllegalStateException closed = new IllegalStateException("the replica is closing");
    reads.reads().forEach(read -> read.failed(closed));
  }
}
