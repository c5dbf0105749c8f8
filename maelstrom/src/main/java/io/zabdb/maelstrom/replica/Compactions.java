package io.zabdb.maelstrom.replica;

import io.zabdb.core.step.Input;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.engine.StorageEngine;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * Compaction work that is made up, so that the core does all that it does about compactions within
 * minutes: leaders step aside, followers ask for permits. A permitted compaction is a real one of
 * the whole store. Of the event loop.
 */
final class Compactions {

  private static final long SAMPLE_MILLIS = 250;

  /** A compaction takes so long at least: a store of a few keys is done at once. */
  private static final long MIN_MILLIS = 300;

  private final Node node;
  private final StorageEngine store;
  private final String partition;
  private final Consumer<Input> core;
  private int pressure;
  private long compactions;

  Compactions(Node node, StorageEngine store, String partition, Consumer<Input> core) {
    this.node = node;
    this.store = store;
    this.partition = partition;
    this.core = core;
  }

  /**
   * Begins.
   *
   * @param seconds about how often work piles up
   */
  void start(int seconds) {
    // Each time: the core guesses what is left after a compaction, and must hear if it was wrong.
    node.loop().every(SAMPLE_MILLIS, this::sample);
    pileUpAfter(seconds);
  }

  private void pileUpAfter(int seconds) {
    long millis = seconds * 1_000L;
    node.loop()
        .after(
            ThreadLocalRandom.current().nextLong(millis / 2, millis * 3 / 2 + 1),
            () -> {
              pressure = GroupSettings.HOT;
              node.log("compaction work has piled up");
              sample();
              pileUpAfter(seconds);
            });
  }

  private void sample() {
    core.accept(new Input.PressureSampled(pressure));
  }

  /** {@code Output.Compact}. */
  void compact() {
    node.log("compaction " + ++compactions + " begins");
    Thread thread =
        new Thread(
            () -> {
              store.compactions().compact(partition, TokenRange.ALL);
              store.compactions().compactRecords();
              node.loop().execute(() -> node.loop().after(MIN_MILLIS, this::finish));
            },
            "compact");
    thread.setDaemon(true);
    thread.start();
  }

  private void finish() {
    pressure = 0;
    core.accept(new Input.CompactionFinished());
    sample();
  }

  /** {@code Output.CompactStep}. */
  void step() {
    pressure = Math.max(0, pressure - 1);
  }
}
