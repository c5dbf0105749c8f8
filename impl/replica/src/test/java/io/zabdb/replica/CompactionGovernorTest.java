package io.zabdb.replica;

import static io.zabdb.replica.CompactionGovernor.Mode.FREE;
import static io.zabdb.replica.CompactionGovernor.Mode.HELD;
import static io.zabdb.replica.CompactionGovernor.Mode.SLOW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.storage.tree.TreePressure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The threshold is 6 of 10 levels. */
class CompactionGovernorTest {

  private static final int HEAVY = 6;
  private static final int MAX = 10;

  private final List<CompactionGovernor.Mode> modes = new ArrayList<>();
  private CompactionGovernor governor = governor(true);
  private int finished;
  private boolean inSync = true;
  private boolean heavyNear;

  private CompactionGovernor governor(boolean staggered) {
    modes.clear();
    TransferSettings settings =
        new TransferSettings(TransferPolicy.COLDEST, staggered, MAX, HEAVY, 2, 10, 10, 10);
    return new CompactionGovernor(settings, modes::add);
  }

  private void sample(int level, int running) {
    sample(level, running, true, TransferPolicy.COLDEST);
  }

  private void sample(int level, int running, boolean leads, TransferPolicy policy) {
    TreePressure pressure = TreePressure.due(level * 1_000L, level, running);
    governor.sampled(pressure, level, heavyNear, leads, policy, inSync);
  }

  @Test
  void theStoreIsToldEachChangeOnce() {
    assertEquals(List.of(HELD), modes);
    sample(0, 0);
    sample(2, 0);
    sample(3, 1);
    sample(0, 0);
    assertEquals(List.of(HELD, FREE, HELD), modes);
  }

  @Test
  void aHeavyCompactionWaitsForPermission() {
    sample(HEAVY, 0);
    sample(MAX, 0);
    assertEquals(HELD, governor.mode());
    governor.permit(() -> finished++);
    assertEquals(FREE, governor.mode());
    sample(MAX, 1);
    sample(3, 1);
    assertEquals(FREE, governor.mode());
    assertEquals(0, finished);
  }

  @Test
  void aLightOneThatBecomesHeavyIsHeld() {
    sample(HEAVY - 1, 1);
    assertEquals(FREE, governor.mode());
    sample(HEAVY, 1);
    assertEquals(HELD, governor.mode());
  }

  /** Whatever is let go compacts whatever is due: also what the next flush makes due. */
  @Test
  void aLightOneWaitsWhileAFlushMayMakeAHeavyOneDue() {
    heavyNear = true;
    sample(2, 0);
    assertEquals(HELD, governor.mode());
    governor.permit(() -> finished++);
    assertEquals(FREE, governor.mode(), "permitted, both go on");
    sample(0, 0);
    assertEquals(1, finished);
    heavyNear = false;
    sample(2, 0);
    assertEquals(FREE, governor.mode());
    heavyNear = true;
    sample(2, 1);
    assertEquals(HELD, governor.mode());
  }

  /** Files that are too few to be compacted are no reason to let the store go. */
  @Test
  void withNothingPendingTheStoreIsHeld() {
    governor.sampled(
        new TreePressure(0, 1_000, 75, 1_000, 3, 0, 0, false),
        1,
        false,
        false,
        TransferPolicy.COLDEST,
        true);
    assertEquals(HELD, governor.mode());
  }

  @Test
  void aPermittedOneEndsWhenLittleWaitsAndNothingRuns() {
    governor.permit(() -> finished++);
    sample(MAX, 1);
    sample(0, 1);
    assertEquals(HELD, governor.mode(), "nothing more may begin");
    assertEquals(0, finished, "one still runs");
    sample(1, 0);
    assertEquals(1, finished);
    sample(0, 0);
    assertEquals(1, finished);
  }

  @Test
  void aPermittedOneEndsWhenTheStoreFindsNothingToDo() {
    governor.permit(() -> finished++);
    sample(2, 0);
    sample(2, 1);
    sample(2, 0);
    sample(2, 0);
    assertEquals(0, finished, "it may be about to begin");
    sample(2, 0);
    assertEquals(1, finished);
  }

  @Test
  void itEndsWhenTheReplicaHasCaughtUp() {
    governor.permit(() -> finished++);
    sample(MAX, 1);
    assertTrue(governor.isPermitted());
    inSync = false;
    sample(0, 0);
    assertFalse(governor.isPermitted(), "nothing runs any more");
    assertEquals(0, finished);
    inSync = true;
    sample(0, 0);
    assertEquals(1, finished);
  }

  @Test
  void aReplicaThatNeverCatchesUpDoesNotKeepTheOthersWaiting() {
    governor.permit(() -> finished++);
    inSync = false;
    for (int samples = 0; samples < 40; samples++) {
      sample(0, 0);
    }
    assertEquals(0, finished);
    sample(0, 0);
    assertEquals(1, finished);
  }

  @Test
  void thePermissionIsNeededAgainForTheNextOne() {
    governor.permit(() -> finished++);
    sample(0, 0);
    assertEquals(1, finished);
    sample(HEAVY, 0);
    assertEquals(HELD, governor.mode());
    governor.permit(() -> finished++);
    sample(HEAVY, 1);
    sample(0, 0);
    assertEquals(2, finished);
  }

  @Test
  void aStepIsTakenOnlyShortlyBeforeWritesWouldWait() {
    sample(HEAVY, 0);
    governor.step();
    assertEquals(HELD, governor.mode());
    sample(MAX - 1, 0);
    governor.step();
    assertEquals(SLOW, governor.mode());
    sample(HEAVY, 1);
    assertEquals(SLOW, governor.mode(), "it goes on until what waits is light");
    sample(HEAVY - 1, 1);
    assertEquals(FREE, governor.mode());
    sample(MAX - 2, 1);
    assertEquals(HELD, governor.mode());
  }

  @Test
  void aStepDoesNotSlowAPermittedOneDown() {
    sample(MAX, 0);
    governor.permit(() -> finished++);
    governor.step();
    assertEquals(FREE, governor.mode());
  }

  @Test
  void withPolicyOffALeaderCompactsWhenItsStoreLikes() {
    sample(HEAVY, 0, true, TransferPolicy.OFF);
    assertEquals(FREE, governor.mode());
    sample(HEAVY, 0, false, TransferPolicy.OFF);
    assertEquals(HELD, governor.mode(), "a follower needs the leader's permit");
  }

  @Test
  void withPolicyOffAndWithoutPermitsAllCompactWhenTheyLike() {
    governor = governor(false);
    sample(HEAVY, 0, false, TransferPolicy.OFF);
    assertEquals(FREE, governor.mode());
    sample(HEAVY, 0, false, TransferPolicy.RANDOM);
    assertEquals(HELD, governor.mode(), "the core tells when it may begin");
  }
}
