package io.zabdb.bench.compaction;

import io.zabdb.bench.timeline.Span;
import io.zabdb.bench.timeline.Spans;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Asks again and again which nodes lead any group. A node counts as leading from when its first
 * answer that says so was there to when it was asked for the last: what it does later, while an
 * answer is on its way, it need not do as a leader.
 */
final class LedWatch {

  private static final long POLL_MILLIS = 20;
  private static final long NANOS_PER_MICRO = 1_000;

  private final Supplier<Set<Integer>> ask;
  private final long begin;
  private final long[] since;
  private final List<List<Span>> spans = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "led-watch");

  /**
   * @param ask the nodes that lead any group
   * @param begin of the run, of {@link System#nanoTime}
   */
  LedWatch(int nodes, Supplier<Set<Integer>> ask, long begin) {
    this.ask = ask;
    this.begin = begin;
    since = new long[nodes];
    for (int node = 0; node < nodes; node++) {
      since[node] = Long.MIN_VALUE;
      spans.add(new ArrayList<>());
    }
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        long asked = now();
        Set<Integer> leading = ask.get();
        note(leading, asked, now());
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      // Stopped.
      Thread.currentThread().interrupt();
    }
  }

  /**
   * These nodes led at some time between.
   *
   * @param asked since the begin of the run, in microseconds
   * @param answered the same
   */
  synchronized void note(Set<Integer> leading, long asked, long answered) {
    for (int node = 0; node < since.length; node++) {
      if (!leading.contains(node)) {
        since[node] = Long.MIN_VALUE;
      } else if (since[node] == Long.MIN_VALUE) {
        since[node] = answered;
      } else if (asked > since[node]) {
        spans.get(node).add(new Span(since[node], asked));
        since[node] = asked;
      }
    }
  }

  private long now() {
    return (System.nanoTime() - begin) / NANOS_PER_MICRO;
  }

  /** By node. */
  synchronized List<Spans> spans() {
    return spans.stream().map(Spans::of).toList();
  }

  /** Asks no more. */
  void stop() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }
}
