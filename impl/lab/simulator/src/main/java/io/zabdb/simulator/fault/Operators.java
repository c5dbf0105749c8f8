package io.zabdb.simulator.fault;

import io.zabdb.model.error.ZabException;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.simulator.node.TakenGroups;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Operators who ask something of a group now and then, at whichever node they reach. */
public abstract class Operators {

  private static final long SHORTEST_MICROS = 5_000;
  private static final long LONGEST_MICROS = 300_000;

  final World world;
  final SeededRandom random;
  final TakenGroups groups;
  private final List<SimulatedNode> nodes;
  private boolean stopped;

  /**
   * @param name of their chances
   */
  Operators(String name, World world, List<SimulatedNode> nodes, TakenGroups groups) {
    this.world = world;
    this.nodes = nodes;
    this.groups = groups;
    random = world.random(name);
  }

  final List<SimulatedNode> nodes() {
    return nodes;
  }

  /** Begins; goes on until it is stopped. */
  public final void start() {
    world.time().after(random.spread(SHORTEST_MICROS, LONGEST_MICROS), this::act);
  }

  /** What is under way ends by itself. */
  public final void stop() {
    stopped = true;
  }

  private void act() {
    if (stopped) {
      return;
    }
    SimulatedNode node = nodes.get((int) random.between(0, nodes.size() - 1));
    List<Integer> known = groups.numbers();
    int group = known.get((int) random.between(0, known.size() - 1));
    if (node.process() != null && node.process().drivers().containsKey(group)) {
      ask(node.process().drivers(), group);
    }
    start();
  }

  /**
   * Asks something.
   *
   * @param drivers of the node, by group
   * @param group of which it is asked
   */
  abstract void ask(Map<Integer, ReplicaDriver> drivers, int group);

  /** Counts what became of it. */
  final void heed(String what, CompletableFuture<?> asked) {
    asked.whenComplete(
        (answer, failure) ->
            world
                .counts()
                .add("operator: " + what + (failure == null ? " done" : " failed" + why(failure))));
  }

  private static String why(Throwable failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return cause instanceof ZabException known ? ", " + known.code() : "";
  }
}
