package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Moves.Move;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A move that is under way, until the partition is served by the other group, or stays. */
final class AwaitedMove {

  private static final int POLL_MILLIS = 100;

  private final ZabClient client;
  private final int from;
  private final String partition;
  private final long attempt;
  private final int to;
  private final Consumer<String> told;

  /** What was told last of how it goes. */
  private String last = "";

  /**
   * @param told hears how it goes
   */
  AwaitedMove(
      ZabClient client, int from, String partition, long attempt, int to, Consumer<String> told) {
    this.client = client;
    this.from = from;
    this.partition = partition;
    this.attempt = attempt;
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
      List<Move> moves = ZabClient.await(client.admin().moves(from)).getMovesList();
      Optional<Move> move =
          moves.stream()
              .filter(each -> each.getPartition().equals(partition))
              .filter(each -> each.getAttempt() == attempt)
              .findFirst();
      if (move.isPresent()) {
        tell(move.get());
        return false;
      }
      if (phaseIn(to).filter(each -> hasMoved(each, attempt)).isPresent()) {
        told.accept("partition " + partition + " is group " + to + "'s now");
        return true;
      }
      if (phaseIn(from).filter(each -> each.getPhase().equals("SERVING")).isPresent()) {
        throw CliException.differs(
            "partition "
                + partition
                + " stays in group "
                + from
                + ": './zabdb events --group "
                + from
                + "' says why");
      }
      return false;
    } catch (ZabException e) {
      say(e.problem());
      return false;
    }
  }

  /**
   * Whether a group serves what it got in an attempt, or in a later one. What it holds of an
   * attempt that was given up has the same number, until it hears of that.
   */
  static boolean hasMoved(Partition held, long attempt) {
    return GroupPartitions.isOwned(held) && held.getMove() >= attempt;
  }

  private Optional<Partition> phaseIn(int group) {
    return ZabClient.await(client.admin().partitions(group)).stream()
        .filter(each -> each.getName().equals(partition))
        .findFirst();
  }

  private void tell(Move move) {
    say(
        switch (move.getPhase()) {
          case "COPYING" ->
              move.getCopied() == 0
                  ? "its files go over, " + move.getFileBytes() + " bytes"
                  : "what was written meanwhile goes over";
          case "SEALED" -> "group " + to + " is about to take it over";
          default -> "group " + to + " has it";
        });
  }

  private void say(String how) {
    if (!how.equals(last)) {
      told.accept(how);
      last = how;
    }
  }
}
