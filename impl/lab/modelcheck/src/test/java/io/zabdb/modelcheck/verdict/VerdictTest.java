package io.zabdb.modelcheck.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.modelcheck.model.CfgFile;
import io.zabdb.modelcheck.model.Expectation;
import io.zabdb.modelcheck.model.Mode;
import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.Tier;
import io.zabdb.modelcheck.report.Status;
import io.zabdb.modelcheck.tlc.Outcome;
import io.zabdb.modelcheck.tlc.TlcResult;
import io.zabdb.modelcheck.trace.Trace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {

  private static Status judge(String expected, Tier tier, Outcome.Kind found, long distinct) {
    Path file = Path.of("X");
    Model model =
        new Model(
            "X",
            file,
            file,
            "X",
            "",
            "",
            Expectation.parse(expected),
            tier,
            Mode.EXHAUSTIVE,
            false,
            1,
            CfgFile.parse(""));
    Outcome outcome = new Outcome(found, "P");
    TlcResult result =
        new TlcResult(
            outcome, distinct, distinct, 1, true, Duration.ZERO, Trace.NONE, List.of(), List.of());
    return Verdict.of(model, result).status();
  }

  @Test
  void onlyADeepModelMayStayUnfinished() {
    assertEquals(Status.PASSED, judge("holds", Tier.DEEP, Outcome.Kind.TIMED_OUT, 9));
    assertEquals(Status.FAILED, judge("holds", Tier.FULL, Outcome.Kind.TIMED_OUT, 9));
    assertEquals(Status.FAILED, judge("holds", Tier.QUICK, Outcome.Kind.TIMED_OUT, 9));
    assertEquals(Status.FAILED, judge("violates P", Tier.DEEP, Outcome.Kind.TIMED_OUT, 9));
  }

  @Test
  void aStateSpaceHasMoreThanOneState() {
    assertEquals(Status.FAILED, judge("holds", Tier.QUICK, Outcome.Kind.HOLDS, 1));
    assertEquals(Status.FAILED, judge("holds", Tier.QUICK, Outcome.Kind.HOLDS, 0));
    assertEquals(Status.PASSED, judge("holds", Tier.QUICK, Outcome.Kind.HOLDS, 2));
    // A violation by the initial state is as good as any.
    assertEquals(Status.PASSED, judge("violates P", Tier.QUICK, Outcome.Kind.VIOLATES, 1));
  }

  @Test
  void anotherPropertyIsNotTheExpectedOne() {
    assertEquals(Status.PASSED, judge("violates P", Tier.QUICK, Outcome.Kind.VIOLATES, 9));
    assertEquals(Status.FAILED, judge("violates Q", Tier.QUICK, Outcome.Kind.VIOLATES, 9));
    assertEquals(Status.FAILED, judge("violates P", Tier.QUICK, Outcome.Kind.DEADLOCK, 9));
    assertEquals(Status.FAILED, judge("deadlock", Tier.QUICK, Outcome.Kind.VIOLATES, 9));
  }
}
