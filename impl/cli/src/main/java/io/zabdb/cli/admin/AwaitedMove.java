package io.zabdb.cli.admin;

import io.zabdb.balancer.MoveWatch;
import io.zabdb.balancer.StoreAccess;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import java.time.Duration;
import java.util.function.Consumer;

/** A move that is under way, until the partition is served by the other group, or stays. */
final class AwaitedMove {

  private static final int POLL_MILLIS = 100;

  private final MoveWatch watch;
  private final int from;
  private final String partition;
  private final int to;
  private final Consumer<String> told;

  /** What was told last of how it goes. */
  private String last = "";

  /**
   * @param told hears how it goes
   */
  AwaitedMove(
      ZabClient client, int from, String partition, long attempt, int to, Consumer<String> told) {
    watch = new MoveWatch(StoreAccess.of(client), from, partition, attempt, to);
    this.from = from;
    this.partition = partition;
    this.to = to;
    this.told = told;
  }

  /**
   * Waits for its end.
   *
   * @throws CliException if the partition stays, or that is not known within the limit
   */
  void run(Duration limit) throws InterruptedException, CliException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!isOver()) {
      if (System.nanoTime() > deadline) {
        throw CliException.differs(
            "not done after " + limit.toSeconds() + " s, " + last + "; './zabdb moves' shows it");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Whether it has moved. */
  private boolean isOver() throws CliException {
    try {
      MoveWatch.MoveSight sight = watch.look();
      switch (sight.stage()) {
        case ARRIVED -> {
          told.accept("partition " + partition + " is group " + to + "'s now");
          return true;
        }
        case STAYS ->
            throw CliException.differs(
                "partition "
                    + partition
                    + " stays in group "
                    + from
                    + ": './zabdb events --group "
                    + from
                    + "' says why");
        case MOVES -> say(sight.how());
        case UNKNOWN -> {
          // Its end is being written at this moment.
        }
      }
    } catch (ZabException e) {
      say(e.problem());
    }
    return false;
  }

  private void say(String how) {
    if (!how.equals(last)) {
      told.accept(how);
      last = how;
    }
  }
}
