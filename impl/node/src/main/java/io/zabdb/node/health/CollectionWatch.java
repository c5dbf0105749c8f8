package io.zabdb.node.health;

import io.zabdb.replica.health.Ailment;
import io.zabdb.replica.health.NodeHealth;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Watches how much of the time garbage collections take: a node that mostly collects is strained,
 * like one that compacts (ACaZoo, section V-A, measures both). For one thread.
 */
public final class CollectionWatch {

  /** Over how long the share is taken. */
  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** A larger part of the time than this strains the node, in percent. */
  static final long LIMIT_PERCENT = 20;

  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();

  private record CollectionSample(long nanos, long collectedMillis) {}

  private final NodeHealth health;
  private final int level;
  private final LongSupplier collectedMillis;
  private final LongSupplier nanoTime;
  private final ArrayDeque<CollectionSample> window = new ArrayDeque<>();
  private boolean strained;

  /**
   * @param level how strained the node is then, in levels of compaction pressure
   * @param collectedMillis how long all collections since the start have taken
   */
  CollectionWatch(
      NodeHealth health, int level, LongSupplier collectedMillis, LongSupplier nanoTime) {
    this.health = health;
    this.level = level;
    this.collectedMillis = collectedMillis;
    this.nanoTime = nanoTime;
  }

  /**
   * Watches this process.
   *
   * @param level how strained the node is then, in levels of compaction pressure, from 1
   */
  public static CollectionWatch ofProcess(NodeHealth health, int level) {
    return new CollectionWatch(health, level, CollectionWatch::collected, System::nanoTime);
  }

  /** How long all collections of this process have taken, in milliseconds. */
  static long collected() {
    long collected = 0;
    for (GarbageCollectorMXBean collector : COLLECTORS) {
      collected += Math.max(0, collector.getCollectionTime());
    }
    return collected;
  }

  /** Looks; to be called every second or so. */
  public void look() {
    CollectionSample now = new CollectionSample(nanoTime.getAsLong(), collectedMillis.getAsLong());
    window.add(now);
    while (window.size() > 1 && now.nanos - window.peek().nanos > WINDOW_NANOS) {
      window.remove();
    }
    long span = TimeUnit.NANOSECONDS.toMillis(now.nanos - window.peek().nanos);
    if (span < TimeUnit.NANOSECONDS.toMillis(WINDOW_NANOS) / 2) {
      // One collection in a short while says little.
      return;
    }
    long percent = 100 * (now.collectedMillis - window.peek().collectedMillis) / span;
    if (percent > LIMIT_PERCENT) {
      strained = true;
      health.strained(
          Ailment.COLLECTION,
          NodeHealth.NODE,
          level,
          "collections take "
              + percent
              + "% of the time, more than "
              + LIMIT_PERCENT
              + "%; give the node a larger heap");
    } else if (strained && percent < LIMIT_PERCENT / 2) {
      strained = false;
      health.cleared(Ailment.COLLECTION, NodeHealth.NODE);
    }
  }
}
