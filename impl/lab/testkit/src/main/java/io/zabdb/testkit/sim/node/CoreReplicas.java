package io.zabdb.testkit.sim.node;

import io.zabdb.core.group.Settings;
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
    return new CoreReplica(
        new Replica(settings, recovered, guards.apply(self), sinks.apply(self), outputs));
  }
}
