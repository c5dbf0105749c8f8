package io.zabdb.conformance.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.conformance.Specs;
import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.zab.Roles;
import io.zabdb.testkit.sim.Options;
import io.zabdb.testkit.sim.Simulation;
import io.zabdb.testkit.sim.fault.Profile;
import io.zabdb.testkit.sim.node.CoreReplicas;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What simulated groups did is a behaviour of LeadershipTransfer; with one thing changed, not. */
class TransferTraceTest {

  private static final int RUNS = 6;
  private static final long MICROS = 6_000_000;
  private static final TransferSettings SETTINGS =
      new TransferSettings(TransferPolicy.COLDEST, true, 8, 4, 2, 20, 20, 30);

  private static TransferChecker checker;
  private static List<TransferTrace> traces;

  @BeforeAll
  static void record() throws Exception {
    checker = new TransferChecker(Specs.folder());
    traces = new ArrayList<>();
    for (int seed = 1; seed <= RUNS; seed++) {
      traces.add(simulate(seed));
    }
  }

  private static TransferTrace simulate(long seed) {
    TransferRecorder recorder = new TransferRecorder(3);
    CoreReplicas replicas = new CoreReplicas(member -> Roles.STANDARD, recorder::sink);
    Options drawn = Options.of(seed, Profile.COMPACTION, 3);
    Options options =
        new Options(
            seed,
            3,
            MICROS,
            drawn.faults().stream().filter(fault -> fault.time() < MICROS).toList(),
            (settings, recovered, outputs) ->
                replicas.start(withTransfer(settings), recovered, outputs),
            drawn.log());
    assertEquals("", new Simulation(options).run().message());
    return recorder.trace();
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
                + " fits up to step "
                + fitting
                + " of "
                + steps.size()
                + ": "
                + steps
                    .subList(Math.max(0, fitting - 12), Math.min(fitting + 2, steps.size()))
                    .stream()
                    .map(TransferStep::toString)
                    .collect(Collectors.joining("\n")));
      }
    }
  }
}
