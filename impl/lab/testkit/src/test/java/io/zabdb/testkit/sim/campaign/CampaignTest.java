package io.zabdb.testkit.sim.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.zab.Mutant;
import io.zabdb.testkit.sim.Options;
import io.zabdb.testkit.sim.Result;
import io.zabdb.testkit.sim.Simulation;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.fault.Fault;
import io.zabdb.testkit.sim.fault.FaultKind;
import io.zabdb.testkit.sim.fault.Profile;
import io.zabdb.testkit.sim.node.CoreReplicas;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CampaignTest {

  @Test
  void everyKindOfFaultHappens() throws InterruptedException {
    Campaign campaign = Campaign.of(Profile.SWARM, 0, 1, 150, Optional.empty());
    assertEquals(Optional.empty(), campaign.run(2));
    assertEquals(150, campaign.totals().runs());
    Counts counts = campaign.totals().counts();
    for (FaultKind kind : Profile.SWARM.kinds()) {
      assertTrue(counts.of("fault: " + kind) > 0, kind + " never happens");
    }
    for (String effect :
        List.of(
            "disk: checkpoint of another replica installed",
            "disk: checkpoint taken, log purged",
            "disk: epoch written, but its writer had crashed",
            "disk: log truncated",
            "disk: records lost",
            "disk: rot found, replica stays away",
            "disk: torn record cut at recovery",
            "fault: ambush struck",
            "fault: sync failed",
            "network: connection given up",
            "network: datagram doubled",
            "network: datagram late",
            "network: datagram lost",
            "network: stream held up",
            "operation: CAS unknown",
            "operation: GET ok",
            "operation: PUT failed")) {
      assertTrue(counts.of(effect) > 0, effect + ": never");
    }
  }

  @Test
  void aFailureIsMinimised() throws InterruptedException {
    CoreReplicas replicas =
        new CoreReplicas(member -> Mutant.EpochBeforeHistory.guards(), member -> TraceSink.NONE);
    Campaign campaign =
        new Campaign(
            seed -> Options.of(seed, Profile.SWARM, 3).withReplicas(replicas),
            1,
            300,
            Optional.empty());
    Result failed = campaign.run(2).orElseThrow();
    List<Fault> needed = Campaign.minimise(failed);
    assertFalse(needed.isEmpty());
    assertTrue(needed.size() < failed.options().faults().size());
    Result again = new Simulation(failed.options().withFaults(needed)).run();
    assertEquals(failed.property(), again.property());
  }
}
