package io.zabdb.simulator.node;

import io.zabdb.environment.Loop;
import io.zabdb.environment.Worker;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.server.BirthRequests;
import io.zabdb.node.server.GroupEndings;
import io.zabdb.node.server.GroupLearning;
import io.zabdb.node.server.NodeLinks;
import io.zabdb.node.server.Topology;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.rpc.RequestHandler;
import io.zabdb.testkit.sim.engine.World;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** How replicas of a simulated process go whose groups have ended, and how it hears of that. */
final class NodeEndings implements GroupEndings.Leaver {

  private final World world;
  private final SimulatedNode node;
  private final Map<Integer, ReplicaDriver> drivers;
  private final Topology topology;
  private final NodeHealth health;
  private final GroupEndings endings;
  private final GroupLearning learning;
  private final Set<Integer> applied = new HashSet<>();

  /**
   * @param drivers of the process, by group
   * @param births waits for the disk
   */
  NodeEndings(
      World world,
      SimulatedNode node,
      Map<Integer, ReplicaDriver> drivers,
      Topology topology,
      NodeLinks links,
      NodeHealth health,
      Worker births,
      Loop loop) {
    this.world = world;
    this.node = node;
    this.drivers = drivers;
    this.topology = topology;
    this.health = health;
    endings = new GroupEndings(topology, this, births::submit, loop);
    learning =
        new GroupLearning(
            topology, new FixedPlaces(topology), links, loop, this::heard, group -> {});
    learning.begin();
  }

  void ended(int group) {
    applied.add(group);
    endings.ended(group);
  }

  private void heard(GroupConfig group) {
    if (drivers.containsKey(group.id()) && !applied.contains(group.id())) {
      world.counts().add("end: heard by a replica that was away");
    }
    endings.heard(group);
  }

  RequestHandler requests() {
    return (request, responder) -> {
      if (request.hasGetGroups()) {
        responder.respond(learning.answer(request.getGetGroups()));
      } else {
        BirthRequests.NONE.handle(request, responder);
      }
    };
  }

  @Override
  public Optional<GroupConfig> own(int group) {
    return drivers.containsKey(group) ? topology.group(group) : Optional.empty();
  }

  @Override
  public void forget(GroupConfig group) {}

  @Override
  public void note(GroupConfig group) throws IOException {
    node.note(group.id());
  }

  /** What its workers are at ends with the process; the files go when the next one begins. */
  @Override
  public CompletableFuture<Void> drop(GroupConfig group) {
    ReplicaDriver driver = drivers.remove(group.id());
    world.counts().add("end: replica gone");
    CompletableFuture<Void> stopped =
        driver == null ? CompletableFuture.completedFuture(null) : driver.stop();
    return stopped.thenRun(() -> health.ended(group.id()));
  }
}
