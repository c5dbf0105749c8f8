package io.zabdb.testkit.sim.node;

import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Outputs;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.Recovered;
import io.zabdb.core.zab.Replica;
import java.util.function.IntFunction;

/**
 * The replicas of the product.
 *
 * @param guards of each member, asked for at each of its starts; tests weaken some
 * @param sinks what hears of the spec actions of each member
 */
public record CoreReplicas(IntFunction<Guards> guards, IntFunction<TraceSink> sinks)
    implements Replicas {

  /** As they are, with nobody listening. */
  public static final CoreReplicas STANDARD =
      new CoreReplicas(member -> Guards.STANDARD, member -> TraceSink.NONE);

  @Override
  public SimulatedReplica start(Settings settings, Recovered recovered, Outputs outputs) {
    int self = settings.self();
    return new Adapter(
        new Replica(settings, recovered, guards.apply(self), sinks.apply(self), outputs));
  }

  private record Adapter(Replica replica) implements SimulatedReplica {

    @Override
    public void step(Input input, Outputs outputs) {
      replica.step(input, outputs);
    }

    @Override
    public void checkInvariants() {
      replica.checkInvariants();
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
}
