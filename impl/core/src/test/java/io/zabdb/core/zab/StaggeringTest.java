package io.zabdb.core.zab;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram.Permit;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.step.Input;
import io.zabdb.core.transfer.TransferGuards;
import io.zabdb.core.transfer.TransferState;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Groups to which anything happens, for a long time: never does a quorum compact at once ({@code
 * LeadershipTransfer!NeverAQuorumCompacts}), and what one replica can check holds. With one guard
 * weakened, it does not.
 */
class StaggeringTest {

  private static final int SEEDS = 12;
  private static final int STEPS = 400;
  private static final TransferSettings SETTINGS =
      new TransferSettings(TransferPolicy.COLDEST, true, 3, 2, 1, 3, 5, 5);

  /** Weakenings of one guard each; named as the mutants in {@code specs/transfer/mutants}. */
  private enum Mutant {
    SparesEveryone,
    NewLeaderForgetsTheUnknown,
    PermitUsedTwice
  }

  private static Guards weakened(Mutant mutant) {
    return new Guards() {
      @Override
      public TransferGuards transfer() {
        return weakenedTransfer(mutant);
      }
    };
  }

  private static TransferGuards weakenedTransfer(Mutant mutant) {
    return switch (mutant) {
      case SparesEveryone ->
          new TransferGuards() {
            @Override
            protected boolean canSpare(TransferState at, int member) {
              return (busy(at) & 1L << member) == 0;
            }
          };
      case NewLeaderForgetsTheUnknown ->
          new TransferGuards() {
            @Override
            protected long busy(TransferState at) {
              long busy = super.busy(at);
              for (int member = 0; member < at.members(); member++) {
                busy &= unknown(at, member) ? ~(1L << member) : -1;
              }
              return busy;
            }
          };
      case PermitUsedTwice ->
          new TransferGuards() {
            @Override
            protected boolean isValidPermit(TransferState at, Permit permit) {
              return permit.epoch() == at.epoch() && at.run() % 2 == 0;
            }
          };
    };
  }

  /** Everything that can befall a group, one thing after the other. */
  private static void walk(Group group, long seed) {
    Random random = new Random(seed);
    int members = group.replicas.size();
    for (int step = 0; step < STEPS; step++) {
      int member = random.nextInt(members);
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> group.pressure(member, random.nextInt(SETTINGS.maxPressure() + 1));
        case 3 -> group.finishCompaction(member);
        case 4 -> group.isolate(member);
        case 5, 6 -> group.heal();
        case 7 -> group.restart(member);
        case 8 -> group.delayDatagrams(random.nextBoolean());
        case 9 -> group.give(member, new Input.TransferRequested(-1));
        case 10 -> group.request(member, step, 1);
        default -> group.ticks(random.nextInt(30));
      }
      check(group);
    }
  }

  private static void check(Group group) {
    int compacting = 0;
    for (int member = 0; member < group.replicas.size(); member++) {
      compacting += group.compacts(member) ? 1 : 0;
    }
    assertTrue(2 * compacting < group.replicas.size(), compacting + " compact: " + group.replicas);
  }

  @Test
  void neverDoesAQuorumCompact() {
    for (int seed = 0; seed < SEEDS; seed++) {
      walk(new Group(3, Guards.STANDARD, SETTINGS), seed);
      walk(new Group(5, Guards.STANDARD, SETTINGS), seed);
    }
  }

  @ParameterizedTest
  @EnumSource
  void itDoesWithAGuardWeakened(Mutant mutant) {
    for (int seed = 0; seed < 10 * SEEDS; seed++) {
      for (int members = 3; members <= 5; members += 2) {
        try {
          walk(new Group(members, weakened(mutant), SETTINGS), seed);
        } catch (AssertionError | ProtocolViolation expected) {
          return;
        }
      }
    }
    fail("nothing went wrong");
  }
}
