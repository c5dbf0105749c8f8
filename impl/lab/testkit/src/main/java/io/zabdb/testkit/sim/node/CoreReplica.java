package io.zabdb.testkit.sim.node;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Outputs;
import io.zabdb.core.zab.Replica;
import io.zabdb.testkit.sim.engine.Violation;

/** A replica of the product, and what its driver has heard of who votes. */
final class CoreReplica implements SimulatedReplica {

  private final Replica replica;

  /** The last roster that it told; to begin with the one that its driver finds in the log. */
  private Roster told;

  CoreReplica(Replica replica) {
    this.replica = replica;
    told = replica.state().roster();
  }

  @Override
  public void step(Input input, Outputs outputs) {
    replica.step(
        input,
        output -> {
          if (output instanceof Output.RosterCommitted committed) {
            told = committed.roster();
          }
          outputs.add(output);
        });
  }

  @Override
  public void checkInvariants() {
    replica.checkInvariants();
    StateView state = replica.state();
    if (state.rosterPlace() <= state.lastCommitted() && !told.equals(state.roster())) {
      throw new Violation("VotersAreTold", told + " was told, committed is " + state.roster());
    }
  }

  @Override
  public long leads() {
    return replica.state().role() == Role.LEADING ? takesPartIn() : 0;
  }

  @Override
  public long takesPartIn() {
    StateView state = replica.state();
    boolean takesPart = state.role() != Role.LOOKING && state.phase() == Phase.BROADCAST;
    return takesPart ? state.acceptedEpoch() : 0;
  }
}
