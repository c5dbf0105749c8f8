package io.zabdb.conformance.trace;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.conformance.Specs;
import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Roster;
import io.zabdb.core.session.Retention;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.ReplicaState;
import io.zabdb.testkit.sim.Options;
import io.zabdb.testkit.sim.Simulation;
import io.zabdb.testkit.sim.engine.EventLog;
import io.zabdb.testkit.sim.fault.Fault;
import io.zabdb.testkit.sim.fault.FaultKind;
import io.zabdb.testkit.sim.node.CoreReplicas;
import io.zabdb.testkit.sim.node.Times;
import io.zabdb.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the core does while members change are behaviours of ZabReconfig: a group of three, three
 * learners, and an operator who wants a member replaced, replaced and back again, added, removed.
 */
class MembersTraceTest {

  private static final int FOUNDERS = 3;
  private static final int NODES = 6;
  private static final int SEEDS = 3;
  private static final int MAX_EVENTS = 1_200;
  private static final long MICROS = 3_000_000;

  private static final int REPLACE = 11;
  private static final int ADD = 5;
  private static final int REMOVE = 7;
  private static final int REPLACE_AND_UNDO = 9;

  private static final List<Fault> FAULTS =
      List.of(
          new Fault(0, FaultKind.CHANGE_MEMBERS, 200_000, 0, 1, 3, REPLACE),
          new Fault(1, FaultKind.CHANGE_MEMBERS, 300_000, 0, 0, 4, REPLACE_AND_UNDO),
          new Fault(2, FaultKind.CHANGE_MEMBERS, 400_000, 0, 2, 5, ADD),
          new Fault(3, FaultKind.STEP_DOWN, 402_000, 0, 0, 1, 1),
          new Fault(4, FaultKind.CHANGE_MEMBERS, 600_000, 0, 0, 4, REMOVE),
          new Fault(5, FaultKind.RESTART, 602_000, 0, 2, 1, 1),
          new Fault(6, FaultKind.CHANGE_MEMBERS, 900_000, 0, 3, 1, REPLACE));

  /** A run, as far as it is recorded; who votes at first, and by each roster. */
  private record Run(Trace trace, List<Configuration> configurations) {

    /** How many changes end with new members; or with the old ones again. */
    long ends(boolean undone) {
      return IntStream.range(1, configurations.size())
          .filter(i -> configurations.get(i - 1).isJoint() && !configurations.get(i).isJoint())
          .filter(
              i -> undone == (configurations.get(i).first() == configurations.get(i - 1).first()))
          .count();
    }
  }

  private static final List<Run> RUNS = new ArrayList<>();

  /** Notes who votes by each roster, beside the trace. */
  private static final class Notes implements TraceSink {

    private final TraceRecorder recorder = new TraceRecorder(() -> 0, MAX_EVENTS);
    private final List<Configuration> configurations =
        new ArrayList<>(List.of(Configuration.ofFirst(FOUNDERS)));
    private boolean tellable = true;

    @Override
    public boolean isOn() {
      return recorder.isOn();
    }

    @Override
    public void taken(TraceEvent event, StateView state) {
      if (isOn() && event.argument() == Roster.SESSION && event.seq() > 0) {
        note((int) event.seq(), state.roster().configuration(configurations.get(0)));
      }
      recorder.taken(event, state);
    }

    /** A number that two leaders gave cannot be told, unless both meant the same. */
    private void note(int version, Configuration configuration) {
      if (version == configurations.size()) {
        configurations.add(configuration);
      } else {
        tellable &= configurations.get(version).equals(configuration);
      }
    }

    @Override
    public void accepted(Connection connection, StateView state) {
      recorder.accepted(connection, state);
    }
  }

  @BeforeAll
  static void simulate() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Notes notes = new Notes();
      simulate(seed, Guards.STANDARD, notes);
      if (notes.tellable) {
        RUNS.add(new Run(notes.recorder.trace("seed " + seed), notes.configurations));
      }
    }
  }

  private static void simulate(int seed, Guards guards, Notes notes) {
    Options options =
        new Options(
            seed,
            NODES,
            FOUNDERS,
            MICROS,
            FAULTS,
            new CoreReplicas(member -> guards, member -> notes),
            EventLog.NONE,
            Retention.FOREVER,
            Times.STANDARD);
    new Simulation(options).run();
  }

  private static Verdict verdict(Trace trace, List<Configuration> configurations) throws Exception {
    return new TraceChecker(Specs.folder(), 1, configurations).check(List.of(trace)).get(0);
  }

  @Test
  void whatTheCoreDoesIsABehaviourOfTheSpec() throws Exception {
    for (Run run : RUNS) {
      Verdict verdict = verdict(run.trace, run.configurations);
      assertTrue(verdict.accepted(), verdict::toString);
    }
  }

  @Test
  void theTracesAreWorthChecking() {
    assertTrue(RUNS.size() > SEEDS / 2, "runs: " + RUNS.size());
    for (Run run : RUNS) {
      assertTrue(run.ends(false) > 0, run.trace.name() + " changes nothing");
    }
    assertTrue(RUNS.stream().anyMatch(run -> run.ends(false) > 1), "changed again");
    assertTrue(RUNS.stream().anyMatch(run -> run.ends(true) > 0), "undone");
  }

  /** Where newcomers are needed for a commit, it matters that they vote. */
  @Test
  void asIfMembersHadNeverChangedIsRefused() throws Exception {
    boolean refused = false;
    for (int i = 0; i < RUNS.size() && !refused; i++) {
      Run run = RUNS.get(i);
      List<Configuration> founders =
          Collections.nCopies(run.configurations.size(), run.configurations.get(0));
      refused = !verdict(run.trace, founders).accepted();
    }
    assertTrue(refused);
  }

  @Test
  void leaveBeforeJoinIsCommittedIsRefused() throws Exception {
    Guards hasty =
        new Guards() {
          @Override
          protected boolean settled(ReplicaState leader) {
            return true;
          }
        };
    Notes notes = new Notes();
    simulate(1, hasty, notes);
    assertTrue(notes.tellable);
    assertFalse(verdict(notes.recorder.trace("hasty"), notes.configurations).accepted());
  }
}
