package io.zabdb.conformance.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.conformance.Specs;
import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram.Report;
import io.zabdb.core.zab.Guards;
import io.zabdb.testkit.sim.Options;
import io.zabdb.testkit.sim.Simulation;
import io.zabdb.testkit.sim.fault.Fault;
import io.zabdb.testkit.sim.fault.FaultKind;
import io.zabdb.testkit.sim.fault.Profile;
import io.zabdb.testkit.sim.node.CoreReplicas;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What simulated groups did is a behaviour of LeadershipTransfer; with one thing changed, not. Runs
 * are drawn until every kind of step has occurred.
 */
class TransferTraceTest {

  private static final int MAX_RUNS = 100;

  /** How many steps before a refused one are shown. */
  private static final int BEFORE = 12;

  private static final int STEPS = 600;
  private static final long MICROS = 6_000_000;
  private static final TransferSettings SETTINGS =
      new TransferSettings(TransferPolicy.COLDEST, true, 8, 4, 2, 20, 20, 30);

  private static final List<String> EXPECTED =
      List.of(
          "AbortTransfer",
          "BeginTransfer",
          "CompactStep",
          "Elect",
          "FinishCompaction",
          "GrantPermit",
          "Grow",
          "HandOver",
          "HandleReport",
          "Join",
          "Lags",
          "RequestTransfer",
          "Restart",
          "SendReport",
          "StartCompaction",
          "StartEpoch",
          "StepDown",
          "Tick");

  private static TransferChecker checker;
  private static List<TransferTrace> traces;

  @BeforeAll
  static void record() throws Exception {
    checker = new TransferChecker(Specs.folder());
    traces = new ArrayList<>();
    Set<String> missing = new TreeSet<>(EXPECTED);
    for (int seed = 1; seed <= MAX_RUNS && !missing.isEmpty(); seed++) {
      TransferTrace trace = simulate(seed);
      if (missing.removeAll(actions(trace))) {
        traces.add(trace);
      }
    }
  }

  private static Set<String> actions(TransferTrace trace) {
    return trace.steps().stream()
        .map(TransferStep::action)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static TransferTrace simulate(long seed) {
    TransferRecorder recorder = new TransferRecorder(3);
    CoreReplicas replicas = new CoreReplicas(member -> Guards.STANDARD, recorder::sink);
    Options drawn = Options.of(seed, Profile.COMPACTION, 3);
    Options options =
        new Options(
            seed,
            3,
            MICROS,
            drawn.faults().stream().filter(TransferTraceTest::isWanted).toList(),
            (settings, recovered, outputs) ->
                replicas.start(withTransfer(settings), recovered, outputs),
            drawn.log());
    assertEquals("", new Simulation(options).run().message());
    TransferTrace trace = recorder.trace();
    return trace.prefix(Math.min(STEPS, trace.steps().size()));
  }

  /** The policy is a constant of the spec. */
  private static boolean isWanted(Fault fault) {
    return fault.time() < MICROS && fault.kind() != FaultKind.POLICY_CHANGE;
  }

  private static Settings withTransfer(Settings settings) {
    return new Settings(
        settings.self(),
        settings.members(),
        settings.incarnation(),
        settings.timing(),
        settings.limits(),
        SETTINGS);
  }

  @Test
  void whatSimulatedGroupsDidIsABehaviourOfTheSpec() throws Exception {
    Set<Integer> accepted = checker.acceptedTraces(traces, SETTINGS);
    for (int i = 0; i < traces.size(); i++) {
      if (!accepted.contains(i)) {
        int fitting = checker.fitting(traces.get(i), SETTINGS);
        List<TransferStep> steps = traces.get(i).steps();
        throw new AssertionError(
            "trace "
                + i
                + ": step "
                + (fitting + 1)
                + " is none of the spec's:\n"
                + steps.subList(Math.max(0, fitting - BEFORE), fitting + 1).stream()
                    .map(TransferStep::toString)
                    .collect(Collectors.joining("\n")));
      }
    }
  }

  /** All that matters happened; a drain seldom takes too long. */
  @Test
  void everyKindOfStepOccurs() {
    Set<String> actions = new TreeSet<>();
    traces.forEach(trace -> actions.addAll(actions(trace)));
    assertTrue(actions.containsAll(EXPECTED), actions.toString());
  }

  /** One thing is changed in the first step of a kind that a trace has. */
  private static TransferTrace corrupted(
      Predicate<TransferStep> kind, UnaryOperator<TransferStep> change) {
    for (TransferTrace trace : traces) {
      for (int i = 0; i < trace.steps().size(); i++) {
        if (kind.test(trace.steps().get(i))) {
          List<TransferStep> steps = new ArrayList<>(trace.steps().subList(0, i + 1));
          steps.set(i, change.apply(steps.get(i)));
          return new TransferTrace(trace.members(), trace.offices(), steps);
        }
      }
    }
    throw new AssertionError("no such step");
  }

  private static Predicate<TransferStep> is(String action) {
    return step -> step.action().equals(action);
  }

  /** The first step of the kind is left out. */
  private static TransferTrace without(String action) {
    for (TransferTrace trace : traces) {
      for (int i = 0; i < trace.steps().size(); i++) {
        if (is(action).test(trace.steps().get(i))) {
          List<TransferStep> steps = new ArrayList<>(trace.steps());
          steps.remove(i);
          return new TransferTrace(trace.members(), trace.offices(), steps);
        }
      }
    }
    throw new AssertionError("no such step");
  }

  private static TransferStep renamed(TransferStep step, String action) {
    return new TransferStep(
        action,
        step.node(),
        step.peer(),
        step.from(),
        step.to(),
        step.message(),
        step.quorum(),
        step.lags(),
        step.state());
  }

  /** A report that nobody sent. */
  private static TransferStep hotter(TransferStep step) {
    Report report = (Report) step.message();
    return new TransferStep(
        step.action(),
        step.node(),
        step.peer(),
        step.from(),
        step.to(),
        new Report(report.epoch(), report.run(), report.pressure() + 1),
        step.quorum(),
        step.lags(),
        null);
  }

  @Test
  void corruptedTracesAreRefused() throws Exception {
    List<TransferTrace> corrupted =
        List.of(
            corrupted(
                is("RequestTransfer"), step -> step.with(step.state().withTarget(step.node()))),
            corrupted(is("RequestTransfer"), step -> renamed(step, "AbortTransfer")),
            corrupted(is("BeginTransfer"), step -> renamed(step, "CompactStep")),
            corrupted(
                is("StartCompaction"),
                step -> step.with(step.state().withRun(step.state().run() + 2))),
            corrupted(is("FinishCompaction"), step -> renamed(step, "Tick")),
            corrupted(is("Grow"), step -> step.with(step.state().withRun(step.state().run() + 1))),
            corrupted(is("HandleReport"), TransferTraceTest::hotter),
            without("HandleReport"),
            without("GrantPermit"),
            without("StartCompaction"),
            without("FinishCompaction"),
            without("BeginTransfer"),
            without("RequestTransfer"),
            without("HandOver"),
            without("StartEpoch"),
            without("Elect"),
            without("Tick"),
            without("CompactStep"),
            // Left out, it makes no difference where the node leads again next.
            corrupted(is("StepDown"), step -> renamed(step, "Tick")),
            without("Restart"));
    assertEquals(Set.of(), checker.acceptedTraces(corrupted, SETTINGS));
    assertEquals(Set.of(0), checker.acceptedTraces(List.of(traces.get(0)), SETTINGS));
  }
}
