package io.zabdb.maelstrom.replica;

import io.zabdb.storage.tree.TreePressure;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Compaction work that is made up, so that the replicas do all that they do about compactions
 * within minutes: leaders step aside, followers ask for permits. Thread-safe.
 */
final class MadeUpWork {

  /** A compaction takes so long: that of a store of a few keys is done at once. */
  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final Consumer<String> people;
  private final TreePressure pressure;

  // Guarded by this.
  private boolean waits;
  private boolean isKnown;
  private boolean runs;
  private boolean automatic = true;
  private long since;
  private long compactions;

  /**
   * @param bytes that a compaction reads, and {@code files} in level 0, while it waits or runs
   * @param people are told what happens
   */
  MadeUpWork(long bytes, long files, Consumer<String> people) {
    this.people = people;
    pressure = TreePressure.due(bytes, files, 0);
  }

  synchronized void pileUp() {
    waits = true;
    isKnown = false;
    people.accept("compaction work has piled up");
    mayBegin();
  }

  /**
   * Whether the store may compact by itself from now on.
   *
   * @return whether a compaction begins
   */
  synchronized boolean setAutomatic(boolean is) {
    automatic = is;
    return mayBegin();
  }

  private boolean mayBegin() {
    boolean begins = waits && automatic && !runs;
    if (begins) {
      runs = true;
      since = System.nanoTime();
      compactions++;
      people.accept("compaction " + compactions + " begins");
    }
    return begins;
  }

  /**
   * The pressure.
   *
   * @param real of the store, without what is made up
   */
  synchronized TreePressure sample(TreePressure real) {
    if (runs && System.nanoTime() - since >= NANOS) {
      runs = false;
      waits = false;
    }
    if (!waits) {
      return real;
    }
    if (!isKnown) {
      isKnown = true;
      people.accept("the replica knows of the work");
    }
    return TreePressure.due(pressure.dueBytes(), pressure.level0Files(), runs ? 1 : 0);
  }
}
