package io.zabdb.maelstrom.replica;

import io.zabdb.replica.memory.CountedMetrics;
import io.zabdb.replica.metrics.MoveNews;
import java.util.function.Consumer;

/**
 * Tells people what became of checkpoints, and of partitions that move, so that a run can be asked
 * whether there were any.
 */
final class ToldMetrics extends CountedMetrics {

  private final Consumer<String> people;

  ToldMetrics(Consumer<String> people) {
    this.people = people;
  }

  @Override
  public void moved(MoveNews step) {
    super.moved(step);
    people.accept("a partition that moves: " + step);
  }

  @Override
  public void checkpointed() {
    super.checkpointed();
    people.accept("the log was purged");
  }

  @Override
  public void installed() {
    super.installed();
    people.accept("a checkpoint was installed");
  }
}
