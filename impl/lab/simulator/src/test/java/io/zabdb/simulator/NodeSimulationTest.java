package io.zabdb.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.simulator.fault.NodeFault;
import io.zabdb.simulator.fault.NodeFaultKind;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.engine.EventLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs of whole nodes in virtual time. */
class NodeSimulationTest {

  private static NodeResult run(NodeOptions options) {
    NodeResult result = new NodeSimulation(options).run();
    if (result.failed()) {
      throw new AssertionError("seed " + options.seed(), result.failure().orElseThrow());
    }
    return result;
  }

  @Test
  void withoutFaultsNothingFails() {
    NodeResult result = run(NodeOptions.of(3).withFaults(List.of()));
    assertTrue(result.counts().of("operation: put ok") > 10, result.counts().all().toString());
    result.counts().all().keySet().forEach(name -> assertTrue(!name.contains("failed"), name));
  }

  @Test
  void theSameSeedIsTheSameRunEventForEvent() {
    for (long seed = 40; seed <= 43; seed++) {
      assertEquals(events(seed), events(seed));
    }
    assertNotEquals(events(40), events(41));
  }

  private static List<String> events(long seed) {
    List<String> events = new ArrayList<>();
    EventLog log =
        new EventLog() {
          @Override
          public void add(long time, String who, String what) {
            events.add(time + " " + who + " " + what);
          }

          @Override
          public void message(long time, int from, int to, String what) {
            events.add(time + " " + from + " " + to + " " + what);
          }
        };
    NodeResult result = run(NodeOptions.of(seed).withLog(log));
    events.add(result.events() + " events, " + result.counts().all());
    events.addAll(result.history().operations().stream().map(Object::toString).toList());
    return events;
  }

  /**
   * A follower that cuts its log begins a segment: where the disk has no room, the cut has to wait.
   * It ended the process (seed 41 of then; {@code RuntimeMutantsTest} puts that bug back).
   */
  @Test
  void aCutOfTheLogWaitsForRoomOnTheDisk() {
    run(NodeOptions.of(88));
    long fullDisks = 0;
    for (NodeFault fault : NodeOptions.of(88).faults()) {
      fullDisks += fault.kind() == NodeFaultKind.FULL_DISK ? 1 : 0;
    }
    assertTrue(fullDisks > 0);
  }

  /**
   * A sync fails, and the process is killed before it can end by itself; the next one finds in
   * memory what the disk has not taken. A loss of power then made its log look damaged (seed 5500
   * of then).
   */
  @Test
  void whatAFailedSyncHasLostIsNotCountedOn() {
    int reached = 0;
    for (int i = 0; i < 40; i++) {
      long failed = 1_000_000 + i / 5 * 33_000L;
      long killed = failed + 1_600 + i % 5 * 2_000L;
      List<NodeFault> faults =
          List.of(
              new NodeFault(0, failed, NodeFaultKind.SYNC_FAILURE, 0, 1, 0, 900_000),
              new NodeFault(1, killed, NodeFaultKind.KILL, 0, 3, 1, 935_090),
              new NodeFault(2, 3_296_696, NodeFaultKind.POWER_LOSS_OF_ALL, 1, 3, 0, 2_296_338));
      Counts counts = run(NodeOptions.of(5500).withFaults(faults)).counts();
      assertEquals(1, counts.of("fault: power_loss_of_all"));
      boolean killedFirst = counts.of("node: ended, its disk has failed") == 0;
      reached += counts.of("disk: a sync failed") > 0 && killedFirst ? 1 : 0;
    }
    assertTrue(reached > 0, "no process was killed between a failed sync and its own end");
  }
}
