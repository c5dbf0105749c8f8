package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.replica.move.MoveStatus;
import io.zabdb.replica.settings.MoveBounds;
import io.zabdb.shard.MovePhase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Groups that acknowledge what is in memory, and hardly ever sync by themselves: what another group
 * acts upon is on disk all the same, so that both agree whenever power goes.
 */
class PeriodicMovesTest extends MovingGroups {

  private static final int SEEDS = 12;
  private static final int LONGEST_STEPS = 60;

  private int inTheCopy;
  private int sealed;

  @Test
  void nothingThatIsAcknowledgedWhileAPartitionLeavesIsLost() throws IOException {
    for (long seed = 1; seed <= SEEDS; seed++) {
      begin("periodic", seed, 10, MoveBounds.DEFAULT);
      acknowledgeInMemory();
      nothingIsSyncedWhileNothingMoves();
      answer(moves(0).start("p", birth(1)));
      while (isOnItsWay(phase())) {
        losePower();
      }
      runUntil("move", () -> count(0, "moved MOVED") == 1);
      checkAll();
    }
    System.out.println(
        "periodic: " + inTheCopy + " losses of power while it was copied, " + sealed + " sealed");
    assertTrue(inTheCopy > SEEDS, "losses while it was copied: " + inTheCopy);
    assertTrue(sealed > 0, "no loss while it was sealed");
  }

  private void acknowledgeInMemory() throws IOException {
    birth(0);
    for (MovingReplica replica : replicas.values()) {
      replica.crash();
      replica.acknowledgeInMemory();
      replica.start();
    }
    birth(1);
  }

  /** This is what the mode is for; and it shows that the rest can fail. */
  private void nothingIsSyncedWhileNothingMoves() {
    runUntil("counts", () -> clients.stream().allMatch(client -> client.count() > 0));
    int before = replicas.get(0).syncs();
    runUntil("counts", () -> clients.stream().allMatch(client -> client.count() > 5));
    assertEquals(before, replicas.get(0).syncs(), run);
  }

  private static boolean isOnItsWay(MovePhase phase) {
    return phase.isOwned() && phase.isLeaving();
  }

  /** What the partition is in; {@code SERVING} if it does not leave. */
  private MovePhase phase() {
    List<List<MoveStatus>> found = new ArrayList<>();
    runUntil(
        "leader",
        () -> {
          CompletableFuture<List<MoveStatus>> asked = moves(0).list();
          step();
          if (asked.isDone() && !asked.isCompletedExceptionally()) {
            found.add(asked.join());
          }
          return !found.isEmpty();
        });
    List<MoveStatus> leaves = found.get(0);
    return leaves.isEmpty() ? MovePhase.SERVING : leaves.get(0).phase();
  }

  /** Soon, of the one group, or the other, or both, unless it is the other group's already. */
  private void losePower() throws IOException {
    int steps = random.below(LONGEST_STEPS);
    for (int i = 0; i < steps; i++) {
      step();
    }
    MovePhase phase = phase();
    if (!isOnItsWay(phase)) {
      // The other group acknowledges in memory what nobody outside acts upon.
      return;
    }
    inTheCopy += phase == MovePhase.COPYING ? 1 : 0;
    sealed += phase == MovePhase.SEALED ? 1 : 0;
    int who = random.below(3);
    for (int group = 0; group < 2; group++) {
      if (who == group || who == 2) {
        replicas.get(group).crash();
        replicas.get(group).start();
      }
    }
  }
}
