package io.zabdb.testkit.sim.fault;

import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Input;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.node.Node;
import java.util.List;

/**
 * An election gone mad, for a while. Its lies come as notifications, which no replica may trust; so
 * it stands for any oracle of {@code Discovery!Lead} and {@code Follow}.
 */
final class Chaos {

  private static final long EPOCH_OF_A_LIE = 1L << 40;

  private final World world;
  private final List<Node> nodes;
  private final SeededRandom random;
  private final long averageGap;
  private boolean over;

  Chaos(World world, List<Node> nodes, Fault fault) {
    this.world = world;
    this.nodes = nodes;
    random = new SeededRandom(world.seed(), "chaos." + fault.number());
    averageGap = 500 + fault.strength() * 20L;
  }

  void start() {
    if (over) {
      return;
    }
    Node target = nodes.get(random.below(nodes.size()));
    switch (random.below(4)) {
      case 0 -> target.give(new Input.StepDownRequested());
      case 1 -> tellToLead(target);
      default -> tellToFollow(target);
    }
    world.time().after(random.gap(averageGap), this::start);
  }

  void end() {
    over = true;
  }

  /** All others look for a leader, hear everybody, and are worse. */
  private void tellToLead(Node target) {
    long everybody = (1L << nodes.size()) - 1;
    for (Node other : nodes) {
      if (other != target) {
        tell(target, other, new Notification(Role.LOOKING, 0, 0, Zxid.ZERO, 0, 0, 0, everybody));
      }
    }
  }

  private void tellToFollow(Node target) {
    Node other = nodes.get(random.below(nodes.size()));
    if (other != target) {
      tell(target, other, new Notification(Role.LEADING, EPOCH_OF_A_LIE, 0, Zxid.ZERO, 0, 0, 0, 0));
    }
  }

  private static void tell(Node target, Node other, Notification lie) {
    target.give(new Input.Notified(other.number(), lie));
  }
}
