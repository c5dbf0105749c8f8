package io.zabdb.simulator.node;

import io.zabdb.environment.Loop;
import io.zabdb.environment.Worker;
import io.zabdb.node.birth.BornGroups;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.server.BirthRequests;
import io.zabdb.node.server.GroupEndings;
import io.zabdb.node.server.GroupLearning;
import io.zabdb.node.server.GroupTaking;
import io.zabdb.node.server.NodeLinks;
import io.zabdb.node.server.Topology;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.pressure.NodeArbiter;
import io.zabdb.rpc.RequestHandler;
import io.zabdb.testkit.sim.engine.World;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * How a simulated process hears of groups: it takes those that are born, and its replicas go whose
 * groups have ended, or from which its node was removed.
 */
final class NodeGroups implements GroupEndings.Leaver {

  /** More than operators have be born: who takes a group has room for it. */
  static final int ROOM = 20;

  private final World world;
  private final SimulatedNode node;
  private final Map<Integer, ReplicaDriver> drivers;
  private final Topology topology;
  private final NodeHealth health;
  private final NodeArbiter arbiter;
  private final BornGroups born;
  private final GroupEndings endings;
  private final GroupLearning learning;
  private final GroupTaking taking;
  private final RequestHandler requests;
  private final Set<Integer> applied = new HashSet<>();

  /**
   * @param drivers of the process, by group
   * @param starter of replicas
   * @param births waits for the disk
   */
  NodeGroups(
      World world,
      SimulatedNode node,
      Map<Integer, ReplicaDriver> drivers,
      Topology topology,
      NodeLinks links,
      NodeHealth health,
      NodeArbiter arbiter,
      BornGroups born,
      GroupTaking.Starter starter,
      Worker births,
      Loop loop) {
    this.world = world;
    this.node = node;
    this.drivers = drivers;
    this.topology = topology;
    this.health = health;
    this.arbiter = arbiter;
    this.born = born;
    endings = new GroupEndings(topology, this, births::submit, loop);
    taking =
        new GroupTaking(
            topology,
            born,
            ROOM,
            drivers::size,
            drivers::containsKey,
            endings::isLeaving,
            starter,
            births::submit);
    learning =
        new GroupLearning(
            topology,
            new FixedPlaces(topology),
            links,
            loop,
            this::heardOfEnd,
            this::heard,
            this::heardOfRemoval);
    requests = new BirthRequests(topology, links, learning, born, taking, births::submit);
    learning.begin();
  }

  void ended(int group) {
    applied.add(group);
    endings.ended(group);
  }

  void removed(int group) {
    endings.removed(group);
  }

  private void heardOfEnd(GroupConfig group) {
    if (drivers.containsKey(group.id()) && !applied.contains(group.id())) {
      world.counts().add("end: heard by a replica that was away");
    }
    endings.heard(group);
  }

  private void heard(GroupConfig group) {
    if (!drivers.containsKey(group.id())) {
      if (group.nodes().contains(node.number())) {
        world
            .counts()
            .add("birth: heard of by " + (born.isDrawnHere(group) ? "its bearer" : "a founder"));
      } else if (topology.nodes(group.id()).contains(node.number())) {
        world.counts().add("members: heard of by one that joined");
      }
    }
    taking.heard(group);
  }

  private void heardOfRemoval(GroupConfig group, long disk) {
    ReplicaDriver driver = drivers.get(group.id());
    if (driver != null) {
      world.counts().add("removal: heard of by a replica");
      driver.left(disk);
    }
  }

  /** Whether it knows of a group, or of its end. */
  boolean knows(int group) {
    return born.group(group).isPresent() || topology.hasEnded(group);
  }

  RequestHandler requests() {
    return requests;
  }

  @Override
  public Optional<GroupConfig> own(int group) {
    return drivers.containsKey(group) ? topology.group(group) : Optional.empty();
  }

  @Override
  public void forget(GroupConfig group) {
    arbiter.ended(group.id());
  }

  @Override
  public void note(GroupConfig group, GroupEndings.Reason reason) throws IOException {
    if (reason == GroupEndings.Reason.ENDED) {
      noteEnd(group);
    } else {
      noteRemoval(group);
    }
  }

  private void noteRemoval(GroupConfig group) throws IOException {
    try {
      born.noteRemoval(group, topology.committedVoters(group.id()));
    } catch (IOException e) {
      world.counts().add("removal: not noted for its disk");
      throw e;
    }
    world.counts().add("removal: noted");
    world.log(node.number(), "notes", "its removal from group " + group.id());
  }

  private void noteEnd(GroupConfig group) throws IOException {
    boolean isNew = !born.hasLeft(group.id());
    try {
      born.note(group);
    } catch (IOException e) {
      world.counts().add("end: not noted for its disk");
      throw e;
    }
    if (isNew) {
      world.counts().add("end: noted");
      world.log(node.number(), "notes", "the end of group " + group.id());
    }
  }

  /**
   * What its workers are at ends with the process, as it were on another disk; where the group has
   * ended, the files go when the next process begins.
   */
  @Override
  public CompletableFuture<Void> drop(GroupConfig group, GroupEndings.Reason reason) {
    ReplicaDriver driver = drivers.remove(group.id());
    boolean isRemoved = reason == GroupEndings.Reason.REMOVED;
    world.counts().add(isRemoved ? "removal: replica gone" : "end: replica gone");
    CompletableFuture<Void> stopped =
        driver == null ? CompletableFuture.completedFuture(null) : driver.stop();
    return stopped.thenRun(
        () -> {
          health.ended(group.id());
          forget(group);
          if (isRemoved) {
            node.dropWhileRunning(group.id());
          }
        });
  }
}
