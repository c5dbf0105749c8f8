package io.zabdb.bench.compaction;

import io.zabdb.bench.cluster.Leader;
import io.zabdb.bench.timeline.Reign;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Asks again and again who leads. When leaders change, clients see it earlier; which node it is,
 * this finds out.
 */
final class LeaderWatch {

  private static final long POLL_MILLIS = 20;
  private static final long NANOS_PER_MICRO = 1_000;

  private final IntFunction<Optional<Leader>> ask;
  private final long begin;
  private final Map<Long, Reign.Seen> seen = new TreeMap<>();
  private final Thread thread = new Thread(this::run, "leader-watch");

  /**
   * @param ask finds the leader; is told whom to ask first
   * @param begin of the run, of {@link System#nanoTime}
   */
  LeaderWatch(IntFunction<Optional<Leader>> ask, long begin) {
    this.ask = ask;
    this.begin = begin;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    int last = 0;
    try {
      while (true) {
        Optional<Leader> leader = ask.apply(last);
        if (leader.isPresent()) {
          last = leader.get().node();
          note(leader.get());
        }
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      // Stopped.
      Thread.currentThread().interrupt();
    }
  }

  /** Only the last one from before the begin of the run counts. */
  private synchronized void note(Leader leader) {
    long at = (System.nanoTime() - begin) / NANOS_PER_MICRO;
    if (at < 0 && !seen.containsKey(leader.epoch())) {
      seen.clear();
    }
    seen.putIfAbsent(leader.epoch(), new Reign.Seen(leader.node(), Math.max(0, at)));
  }

  /** By epoch. */
  synchronized Map<Long, Reign.Seen> seen() {
    return new TreeMap<>(seen);
  }

  /** Asks no more. */
  void stop() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }
}
