package io.zabdb.simulator.fault;

import io.zabdb.simulator.client.Ambush;
import io.zabdb.simulator.client.SimulatedRings;
import io.zabdb.simulator.disk.DiskState.Access;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.simulator.node.TakenGroups;
import io.zabdb.simulator.peer.GroupNetwork;
import io.zabdb.simulator.peer.GroupNetworks;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.network.Links;
import java.util.ArrayList;
import java.util.List;

/** Makes the faults of a schedule happen, and end. Not thread-safe. */
public final class NodeInjector {

  private static final long DEBT_BYTES = 4 << 20;

  private final World world;
  private final Links links;
  private final GroupNetworks networks;
  private final TakenGroups groups;
  private final List<SimulatedNode> nodes;
  private final SimulatedRings rings;
  private final Spare spare;
  private final Ambush ambush;
  private boolean stopped;

  public NodeInjector(
      World world,
      Links links,
      GroupNetworks networks,
      List<SimulatedNode> nodes,
      SimulatedRings rings,
      TakenGroups groups,
      Ambush ambush) {
    this.ambush = ambush;
    this.world = world;
    this.links = links;
    this.networks = networks;
    this.nodes = nodes;
    this.rings = rings;
    this.groups = groups;
    spare = new Spare(nodes, groups);
  }

  /** Schedules faults; their ends may come after {@link #stop}, and then change nothing. */
  public void schedule(List<NodeFault> faults) {
    faults.forEach(fault -> world.time().at(fault.micros(), () -> begin(fault)));
  }

  /** No fault begins any more, and those under way are not ended here. */
  public void stop() {
    stopped = true;
    ambush.lift();
  }

  private void begin(NodeFault fault) {
    if (stopped) {
      return;
    }
    world.counts().add(fault.count());
    if (world.log().isOn()) {
      world.log().add(world.time().now(), "faults", fault.toString());
    }
    Runnable end = happen(fault);
    world
        .time()
        .after(
            fault.length(),
            () -> {
              if (!stopped) {
                end.run();
              }
            });
  }

  /** Gives what ends it. */
  private Runnable happen(NodeFault fault) {
    SimulatedNode node = nodes.get(fault.node());
    int group = groups.numbers().get(fault.group() % groups.numbers().size());
    return switch (fault.kind()) {
      case KILL -> {
        node.kill();
        yield node::start;
      }
      case POWER_LOSS -> {
        node.losePower();
        yield node::start;
      }
      case POWER_LOSS_OF_ALL -> {
        nodes.forEach(SimulatedNode::losePower);
        yield () -> nodes.forEach(SimulatedNode::start);
      }
      case POWER_LOSS_AT_SUCCESS -> {
        ambush.lay(
            () -> {
              world.counts().add("node: power lost as a client heard of success");
              nodes.forEach(SimulatedNode::losePower);
            });
        yield () -> {
          ambush.lift();
          nodes.forEach(SimulatedNode::start);
        };
      }
      case PAUSE -> {
        node.pause();
        yield node::resume;
      }
      case CUT_LINK -> cut(List.of(new int[] {fault.node(), fault.other()}));
      case ISOLATE -> cut(ways(List.of(fault.node()), true));
      case SPLIT -> cut(ways(List.of(fault.node(), fault.other()), false));
      case BREAK_CONNECTION -> {
        networks.all().forEach(each -> each.network().breakBetween(fault.node(), fault.other()));
        yield () -> {};
      }
      case SLOW_LINK -> {
        links.slow(fault.node(), fault.other(), fault.length() / 10);
        yield () -> {
          links.slow(fault.node(), fault.other(), -fault.length() / 10);
          networks.all().forEach(each -> each.network().hurry());
        };
      }
      case LOSE_DATAGRAMS -> {
        List<GroupNetwork> those = networks.all();
        those.forEach(each -> each.datagrams().lose(0.5));
        yield () -> those.forEach(each -> each.datagrams().lose(-0.5));
      }
      case SLOW_DISK -> {
        node.diskState().slow(fault.length() / 5);
        yield () -> node.diskState().slow(-fault.length() / 5);
      }
      case FULL_DISK -> {
        node.diskState().fill(1);
        yield () -> node.diskState().fill(-1);
      }
      case READ_FAILURE -> failNext(node, Access.READ);
      case WRITE_FAILURE -> failNext(node, Access.WRITE);
      case SYNC_FAILURE -> failNext(node, Access.SYNC);
      case ROT -> {
        if (!spare.allowsDamage(node)) {
          yield () -> {};
        }
        node.kill();
        node.rot(group);
        yield node::start;
      }
      case REPLACE_DISK -> {
        if (!spare.allowsLoss(node)) {
          yield () -> {};
        }
        node.replaceDisk();
        world.counts().add("node: disk replaced");
        yield node::start;
      }
      case LOSE_LOG -> {
        if (!spare.allowsLoss(node)) {
          yield () -> {};
        }
        node.loseLog(group);
        yield node::start;
      }
      case COMPACTION_DEBT -> {
        node.addDebt(group, DEBT_BYTES);
        yield () -> {};
      }
      case TRANSFER -> {
        if (node.process() != null && node.process().drivers().containsKey(group)) {
          node.process().drivers().get(group).transfer(-1, "a fault of the run");
        }
        yield () -> {};
      }
      case RINGS_AWAY -> {
        rings.away(1);
        yield () -> rings.away(-1);
      }
      case RINGS_STALE -> {
        rings.stale(1);
        yield () -> rings.stale(-1);
      }
      case RINGS_LIE -> {
        rings.lie(1);
        yield () -> rings.lie(-1);
      }
    };
  }

  private static Runnable failNext(SimulatedNode node, Access access) {
    node.diskState().failNext(access);
    return () -> node.diskState().failNext(null);
  }

  /** All ways between some nodes and the others, there and back. */
  private List<int[]> ways(List<Integer> some, boolean andClients) {
    List<int[]> ways = new ArrayList<>();
    for (int a : some) {
      for (int b = 0; b < world.nodes() + (andClients ? 1 : 0); b++) {
        if (!some.contains(b)) {
          ways.add(new int[] {a, b});
          ways.add(new int[] {b, a});
        }
      }
    }
    return ways;
  }

  private Runnable cut(List<int[]> ways) {
    ways.forEach(way -> links.cut(way[0], way[1], 1));
    return () -> {
      ways.forEach(way -> links.cut(way[0], way[1], -1));
      networks.all().forEach(each -> each.network().resume());
    };
  }
}
