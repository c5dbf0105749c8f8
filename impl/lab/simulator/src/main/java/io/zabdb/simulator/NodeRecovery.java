package io.zabdb.simulator;

import io.zabdb.core.group.Roster;
import io.zabdb.node.birth.BornGroups;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.replica.GroupSharding.HeldPartition;
import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.simulator.balance.Balancers;
import io.zabdb.simulator.client.LastOperations;
import io.zabdb.simulator.client.SimulatedRings;
import io.zabdb.simulator.fault.NodeInjector;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.simulator.node.TakenGroups;
import io.zabdb.simulator.node.Voters;
import io.zabdb.simulator.peer.GroupNetwork;
import io.zabdb.simulator.peer.GroupNetworks;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.network.Links;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The end of a run: faults stop, all nodes whose disks are whole run and reach each other. In time
 * each group must have a leader, each client an answer and be able to write, and the replicas of a
 * group the same state.
 */
final class NodeRecovery {

  private static final long LEADER_MICROS = 20_000_000;

  /**
   * Nodes look at their disks four times a second, and try again what found no room; a task that
   * began while the disk was slow takes its time before, some syncs of 0.7 s each.
   */
  private static final long ROOM_MICROS = 6_000_000;

  /** Nodes look at their disks every 250 ms, and logs that found no room try every 100 ms. */
  private static final long NOTICED_MICROS = 500_000;

  private static final long ANSWER_MICROS = 10_000_000;

  /** Some hundred reads. */
  private static final long READ_MICROS = 60_000_000;

  private static final long EQUAL_MICROS = 20_000_000;

  /** A leader gives up what it cannot do within 10 s. */
  private static final long SHARDING_MICROS = 15_000_000;

  /** A leader gives up what stands still; what the other group holds of it goes behind that. */
  private static final long MOVES_MICROS = 40_000_000;

  /** A replica that lacks files fetches a whole store, maybe a second time. */
  private static final long WHOLE_MICROS = 40_000_000;

  /** A leader asks five times a second. */
  private static final long COUNTED_MICROS = 10_000_000;

  /** Each node asks another one every second, in turn, of at most five. */
  private static final long HEARD_MICROS = 10_000_000;

  /** One thing at a time, each of which takes some seconds; what they have to do must be known. */
  private static final long BALANCED_MICROS = 300_000_000;

  private static final long LOOK_EVERY_MICROS = 50_000;

  private final World world;
  private final List<SimulatedNode> nodes;
  private final Links links;
  private final GroupNetworks networks;
  private final TakenGroups groups;
  private final Voters voters;
  private final NodeInjector injector;
  private final SimulatedRings rings;
  private final LastOperations operations;
  private final Optional<Balancers> balancers;
  private final LongConsumer runTo;
  private final Optional<SettledMoves> moves;

  NodeRecovery(
      World world,
      List<SimulatedNode> nodes,
      Links links,
      GroupNetworks networks,
      TakenGroups groups,
      NodeInjector injector,
      SimulatedRings rings,
      LastOperations operations,
      boolean moves,
      Optional<Balancers> balancers,
      LongConsumer runTo) {
    this.world = world;
    this.nodes = nodes;
    this.links = links;
    this.networks = networks;
    this.groups = groups;
    voters = new Voters(nodes, groups);
    this.injector = injector;
    this.rings = rings;
    this.operations = operations;
    this.balancers = balancers;
    this.runTo = runTo;
    this.moves =
        moves ? Optional.of(new SettledMoves(nodes, groups, this::pause)) : Optional.empty();
  }

  void run() {
    injector.stop();
    boolean isFull = nodes.stream().anyMatch(node -> node.diskState().isFull());
    heal();
    long noticed = world.time().now() + (isFull ? NOTICED_MICROS : 0);
    await("TakenInTime", HEARD_MICROS, this::missing);
    for (int group : there()) {
      await("LeaderInTime", LEADER_MICROS, () -> withoutLeader(group));
    }
    balancers.ifPresent(this::settle);
    await("GoneInTime", HEARD_MICROS, this::leaving);
    await("RoomInTime", ROOM_MICROS, () -> withoutRoom(noticed));
    operations.stop();
    moves.ifPresent(each -> await("MovesEndInTime", MOVES_MICROS, each::unsettled));
    await("AnsweredInTime", ANSWER_MICROS, operations::pending);
    operations.write();
    await("AnsweredInTime", ANSWER_MICROS, operations::pending);
    operations.requireSuccess("WritesInTime");
    await("ShardingEndsInTime", SHARDING_MICROS, this::becoming);
    await("WholeInTime", WHOLE_MICROS, this::lacking);
    await("CountedInTime", COUNTED_MICROS, this::uncounted);
    for (int group : there()) {
      await("EqualInTime", EQUAL_MICROS, () -> notEqual(group));
    }
    moves.ifPresent(this::checkOwners);
    operations.read();
    await("ReadInTime", READ_MICROS, this::unread);
  }

  /** A letter of an attempt that is over may have come late: its copy goes, too. */
  private void checkOwners(SettledMoves each) {
    await("MovesEndInTime", MOVES_MICROS, each::unsettled);
    each.checkOwners();
  }

  /** Balancers come to an end, while clients go on. */
  private void settle(Balancers all) {
    all.settle();
    await("BalancedInTime", BALANCED_MICROS, all::unsettled);
    all.stop();
    List<String> staying = new ArrayList<>();
    List<String> learning = new ArrayList<>();
    for (SimulatedNode node : nodes) {
      for (int group : node.process().drivers().keySet()) {
        String replica = "node " + node.number() + " has a replica of group " + group;
        if (all.leaving().contains(node.number())) {
          staying.add(replica + ", and is to leave");
        } else if (members(group).noneMatch(node::equals)) {
          learning.add(replica + ", of which it is no member");
        }
      }
    }
    requireNone("LeavingNodesLeave", staying);
    requireNone("LearnersGo", learning);
  }

  private static void requireNone(String property, List<String> what) {
    if (!what.isEmpty()) {
      throw new Violation(property, String.join("; ", what));
    }
  }

  /** Groups of which any node has a replica: who alone had taken one may have another disk. */
  private List<Integer> there() {
    return groups.numbers().stream()
        .filter(
            group ->
                nodes.stream()
                    .filter(node -> node.process() != null)
                    .anyMatch(node -> node.process().drivers().containsKey(group)))
        .filter(group -> !lacksAFounder(group))
        .toList();
  }

  /** All must take part when a group is founded, and one of them has ended for good since. */
  private boolean lacksAFounder(int group) {
    boolean isUnfounded = nodes.stream().allMatch(node -> node.logged(group).version() == 0);
    List<Integer> founders = groups.of(group).nodes();
    return isUnfounded
        && nodes.stream()
            .anyMatch(node -> node.process() == null && founders.contains(node.number()));
  }

  /** Members of groups that have no replica of them. */
  private String missing() {
    return there().stream()
        .filter(group -> !hasEnded(group))
        .flatMap(
            group ->
                members(group)
                    .filter(node -> node.process() != null)
                    .filter(node -> !node.process().drivers().containsKey(group))
                    .map(node -> "node " + node.number() + " has not taken group " + group))
        .collect(Collectors.joining(", "));
  }

  /**
   * Whoever votes; and founders of groups of the configuration that know of no removal, whether
   * they vote or not.
   */
  private Stream<SimulatedNode> members(int group) {
    GroupConfig config = groups.of(group);
    long all = voters.configuration(group, voters.agreed(group)).voters();
    List<SimulatedNode> voting = voters.nodes(group, all);
    return nodes.stream()
        .filter(
            node ->
                voting.contains(node)
                    || (!BornGroups.isBorn(config)
                        && config.nodes().contains(node.number())
                        && node.mayFound(group)));
  }

  private void pause() {
    runTo.accept(world.time().now() + LOOK_EVERY_MICROS);
  }

  private void heal() {
    links.heal();
    rings.heal();
    for (GroupNetwork network : networks.all()) {
      network.datagrams().heal();
    }
    for (SimulatedNode node : nodes) {
      node.diskState().heal();
      node.wall().heal();
      node.resume();
      node.start();
    }
    for (GroupNetwork network : networks.all()) {
      network.network().resume();
      network.network().hurry();
    }
  }

  private void await(String property, long bound, Supplier<String> wrong) {
    long end = world.time().now() + bound;
    String problem = wrong.get();
    while (!problem.isEmpty()) {
      if (world.time().now() >= end) {
        throw new Violation(property, problem);
      }
      runTo.accept(world.time().now() + LOOK_EVERY_MICROS);
      problem = wrong.get();
    }
  }

  /** Whether a node has noted that the group has ended. */
  private boolean hasEnded(int group) {
    return nodes.stream().anyMatch(node -> node.hasLeft(group));
  }

  /** Replicas of groups that have ended, and those whose disks will never count again. */
  private String leaving() {
    return nodes.stream()
        .filter(node -> node.process() != null)
        .flatMap(
            node ->
                node.process().drivers().keySet().stream()
                    .filter(group -> hasEnded(group) || voters.hasLeft(node, group))
                    .map(group -> "node " + node.number() + " has not left group " + group))
        .collect(Collectors.joining(", "));
  }

  private String withoutLeader(int group) {
    if (hasEnded(group)) {
      return "";
    }
    List<ReplicaStatus> all = statuses(group);
    long leaders = all.stream().filter(ReplicaStatus::leads).count();
    return leaders == 1 ? "" : "group " + group + " has " + leaders + " leaders: " + all;
  }

  /**
   * Updates are refused until a node has noticed that its disk has room again.
   *
   * @param noticed when nodes have noticed, too, that a disk was full in the end
   */
  private String withoutRoom(long noticed) {
    if (world.time().now() < noticed) {
      return "a disk was full a moment ago, and its node may not know that yet";
    }
    return nodes.stream()
        .filter(node -> node.process() != null && !node.process().hasRoom())
        .map(node -> "the disk of node " + node.number() + " has room, and its node does not know")
        .collect(Collectors.joining(", "));
  }

  /** The nodes that run and have a replica of a group. */
  private List<SimulatedNode> having(int group) {
    return nodes.stream()
        .filter(node -> node.process() != null)
        .filter(node -> node.process().drivers().containsKey(group))
        .toList();
  }

  private List<ReplicaStatus> statuses(int group) {
    List<CompletableFuture<ReplicaStatus>> asked = new ArrayList<>();
    for (SimulatedNode node : having(group)) {
      asked.add(node.process().drivers().get(group).status());
    }
    runTo.accept(world.time().now() + LOOK_EVERY_MICROS);
    return asked.stream()
        .filter(each -> each.isDone() && !each.isCompletedExceptionally())
        .map(CompletableFuture::join)
        .toList();
  }

  /** Partitions that are to be split or merged, and by nobody. */
  private String becoming() {
    List<CompletableFuture<List<HeldPartition>>> asked =
        nodes.stream()
            .filter(node -> node.process() != null)
            .flatMap(node -> node.process().drivers().values().stream())
            .map(driver -> driver.sharding().partitions())
            .toList();
    runTo.accept(world.time().now() + LOOK_EVERY_MICROS);
    return asked.stream()
        .filter(each -> each.isDone() && !each.isCompletedExceptionally())
        .flatMap(each -> each.join().stream())
        .filter(held -> !held.record().into().isEmpty())
        .map(held -> held.id() + " is becoming " + held.record().into())
        .collect(Collectors.joining(", "));
  }

  /** Replicas that have not the files of all partitions. */
  private String lacking() {
    return nodes.stream()
        .filter(node -> node.process() != null)
        .flatMap(
            node ->
                node.process().drivers().keySet().stream()
                    .filter(group -> !hasEnded(group) && node.disk(group).lacksFiles())
                    .map(group -> "node " + node.number() + " lacks files of group " + group))
        .collect(Collectors.joining(", "));
  }

  /** Members whose disk does not count, as it was replaced. */
  private String uncounted() {
    return there().stream()
        .filter(group -> !hasEnded(group))
        .flatMap(group -> uncounted(group, voters.agreed(group)))
        .collect(Collectors.joining(", "));
  }

  private Stream<String> uncounted(int group, Roster agreed) {
    return voters.nodes(group, voters.configuration(group, agreed).voters()).stream()
        .filter(node -> node.process() != null && agreed.version() > 0)
        .filter(node -> !agreed.counts(node.memberOf(group), node.disk(group).number()))
        .map(node -> "the disk of node " + node.number() + " does not count in group " + group);
  }

  private String unread() {
    operations.requireSuccess("ReadInTime");
    return operations.pending();
  }

  private String notEqual(int group) {
    if (hasEnded(group)) {
      return "";
    }
    List<ReplicaStatus> all = statuses(group);
    long up = members(group).filter(node -> !node.isLost()).count();
    List<SimulatedNode> having = having(group);
    if (having.size() < up || all.size() < having.size()) {
      return "only " + all.size() + " replicas of group " + group + " run: " + all;
    }
    long longest = all.stream().mapToLong(ReplicaStatus::logLength).max().orElse(0);
    for (ReplicaStatus each : all) {
      if (each.applied() != longest) {
        return "of " + longest + " entries not all are applied: " + each;
      }
    }
    // Since they were asked a change of members may have gone on.
    if (having.stream().anyMatch(node -> node.applied(group) != longest)) {
      return "behind " + longest + " entries more was applied to group " + group;
    }
    List<String> hashes = having.stream().map(node -> node.stateHash(group)).distinct().toList();
    if (hashes.size() > 1) {
      throw new Violation("SameState", "replicas of group " + group + " differ: " + hashes);
    }
    return "";
  }
}
