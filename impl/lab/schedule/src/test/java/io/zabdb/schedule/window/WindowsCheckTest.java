package io.zabdb.schedule.window;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.deed.Deed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A run is valid only if clients were served in each window in which they should be. */
class WindowsCheckTest {

  private static final long SECOND = 1_000_000;
  private static final WindowsCheck CHECK = new WindowsCheck(2, 1);

  private static FaultWindow window(int number, WindowKind kind, boolean reached, Deed... done) {
    long begin = number * (10 * SECOND);
    List<Done> all = new ArrayList<>();
    for (Deed deed : done) {
      all.add(new Done(begin + SECOND, deed));
    }
    return new FaultWindow(number, kind, begin, begin + SECOND, begin + 10 * SECOND, all, reached);
  }

  private static FaultRun run(FaultWindow... windows) {
    return new FaultRun(3, Set.of(Act.KILL), 20 * SECOND, List.of(windows));
  }

  private static final FaultWindow CALM = window(1, WindowKind.CALM, true);
  private static final FaultWindow KILL =
      window(2, WindowKind.ONE_FAULT, true, Deed.of(Act.KILL, List.of(1)).because("the leader"));
  private static final FaultWindow RECOVERY =
      window(3, WindowKind.RECOVERY, true, Deed.of(Act.START, List.of(1)));
  private static final FaultWindow OUTAGE = window(4, WindowKind.OUTAGE, true);
  private static final FaultWindow AGAIN = window(5, WindowKind.RECOVERY, true);

  /** Two reads and a write in each of these windows, in their middle. */
  private static List<Answer> served(int... windows) {
    List<Answer> answers = new ArrayList<>();
    for (int window : windows) {
      long middle = (window * 10L + 5) * SECOND;
      answers.add(new Answer(false, middle, middle + 1));
      answers.add(new Answer(false, middle, middle + 2));
      answers.add(new Answer(true, middle, middle + 3));
    }
    return answers;
  }

  @Test
  void aRunThatServedWhereItHadToIsValid() {
    FaultRun run = run(CALM, KILL, RECOVERY, OUTAGE, AGAIN);
    assertEquals(List.of(), CHECK.problems(run, served(1, 2)));
  }

  @Test
  void aWindowWithTooFewSuccessesIsNamed() {
    FaultRun run = run(CALM, KILL, RECOVERY);
    assertEquals(
        List.of(
            "window 2 (one fault, 10.0 s to 20.0 s): 0 reads succeeded, at least 2 must",
            "window 2 (one fault, 10.0 s to 20.0 s): 0 writes succeeded, at least 1 must"),
        CHECK.problems(run, served(1, 3)));
    List<Answer> oneRead = served(1, 2);
    oneRead.remove(3);
    assertEquals(
        List.of("window 2 (one fault, 10.0 s to 20.0 s): 1 reads succeeded, at least 2 must"),
        CHECK.problems(run, oneRead));
  }

  @Test
  void aDeadClusterIsInvalid() {
    assertEquals(4, CHECK.problems(run(CALM, KILL, RECOVERY), List.of()).size());
  }

  @Test
  void whoIsServedInAnOutageProvesThatItWasNone() {
    FaultRun run = run(CALM, KILL, RECOVERY, OUTAGE, AGAIN);
    List<Answer> answers = served(1, 2);
    // Asked before the quorum was away, answered in the outage; asked in it, answered behind it.
    answers.add(new Answer(true, 40 * SECOND, 42 * SECOND));
    answers.add(new Answer(true, 45 * SECOND, 50 * SECOND));
    assertEquals(List.of(), CHECK.problems(run, answers));
    answers.add(new Answer(false, 45 * SECOND, 46 * SECOND));
    assertEquals(
        List.of(
            "window 4 (outage, 30.0 s to 40.0 s): 1 succeeded without a quorum: it was not away"),
        CHECK.problems(run, answers));
  }

  @Test
  void whatAWindowDidNotComeToIsNamed() {
    FaultRun run =
        run(
            CALM,
            window(2, WindowKind.ONE_FAULT, false),
            window(3, WindowKind.OUTAGE, false),
            window(4, WindowKind.RECOVERY, false));
    assertEquals(
        List.of(
            "never done: kill",
            "window 2 (one fault, 10.0 s to 20.0 s): no fault could be done",
            "window 3 (outage, 20.0 s to 30.0 s): a quorum was there all the time, whatever was"
                + " done",
            "window 4 (recovery, 30.0 s to 40.0 s): not well after 20.0 s"),
        CHECK.problems(run, served(1, 2)));
  }

  @Test
  void aRunOfNothingIsInvalid() {
    assertEquals(
        List.of(
            "no window of recovery: the run was over before anything came of it",
            "never done: kill"),
        CHECK.problems(run(), List.of()));
  }

  @Test
  void aRunReadsAsAScenario() {
    assertEquals(
        """
        nodes 3
        # window 1 (calm, 0.0 s to 10.0 s)
        wait 10000ms
        # window 2 (one fault, 10.0 s to 20.0 s)
        wait 1000ms
        kill 1   # the leader
        wait 9000ms
        # window 3 (recovery, 20.0 s to 30.0 s)
        wait 1000ms
        start 1
        expect leader any within 20000ms
        expect equal all within 20000ms
        """,
        run(CALM, KILL, RECOVERY).scenario());
  }
}
