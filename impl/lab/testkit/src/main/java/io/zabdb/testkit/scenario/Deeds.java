package io.zabdb.testkit.scenario;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.step.Input;
import io.zabdb.testkit.sim.node.Ambush;
import io.zabdb.testkit.sim.node.Compactor;
import io.zabdb.testkit.sim.node.Node;
import java.util.List;
import java.util.function.Consumer;

/** What is done to nodes, disks and links. */
final class Deeds {

  private final Cluster cluster;
  private final Cast cast;

  Deeds(Cluster cluster, Cast cast) {
    this.cluster = cluster;
    this.cast = cast;
  }

  /** Whether the line says something of this kind; if so, it is done. */
  boolean take(Words words) {
    return takeOfProcesses(words)
        || takeOfDisks(words)
        || takeOfLinks(words)
        || takeOfLeaders(words);
  }

  private boolean takeOfProcesses(Words words) {
    if (words.takes("start")) {
      each(words, Node::start);
    } else if (words.takes("kill")) {
      each(words, Node::kill);
    } else if (words.takes("lose", "power")) {
      each(words, Node::losePower);
    } else if (words.takes("pause")) {
      each(words, Node::pause);
    } else if (words.takes("resume")) {
      each(words, Node::resume);
    } else if (words.takes("ambush")) {
      ambush(words);
    } else {
      return false;
    }
    return true;
  }

  private void ambush(Words words) {
    int node = cast.node(words);
    boolean before = words.takes("before");
    if (!before) {
      words.expect("behind");
    }
    cluster.nodes.get(node).ambush().set(words.choice(Ambush.Moment.class, "moment"), before);
  }

  private boolean takeOfDisks(Words words) {
    if (words.takes("replace", "disk")) {
      each(words, Node::replaceDisk);
    } else if (words.takes("slow", "disk")) {
      List<Integer> nodes = cast.nodes(words);
      long micros = words.micros("the time");
      nodes.forEach(node -> cluster.nodes.get(node).disk().speed().slow(micros));
    } else if (words.takes("fill", "disk")) {
      each(words, node -> node.disk().speed().fill(1));
    } else if (words.takes("heal", "disk")) {
      each(words, node -> node.disk().heal());
    } else if (words.takes("fail", "sync")) {
      each(words, node -> node.disk().failNextSync());
    } else if (words.takes("checkpoint")) {
      each(words, Node::takeCheckpoint);
    } else {
      return false;
    }
    return true;
  }

  private boolean takeOfLinks(Words words) {
    if (words.takes("cut")) {
      cut(words);
    } else if (words.takes("heal", "links")) {
      cluster.links.heal();
      cluster.network.resume();
    } else {
      return false;
    }
    return true;
  }

  /** Both ways {@code from} others, or only what goes {@code to} them. */
  private void cut(Words words) {
    List<Integer> some = hosts(words);
    boolean oneWay = words.takes("to");
    if (!oneWay) {
      words.expect("from");
    }
    for (int other : hosts(words)) {
      for (int host : some) {
        cluster.links.cut(host, other, 1);
        cluster.links.cut(other, host, oneWay ? 0 : 1);
      }
    }
  }

  private List<Integer> hosts(Words words) {
    return words.takes("clients") ? List.of(cluster.links.clients()) : cast.nodes(words);
  }

  private boolean takeOfLeaders(Words words) {
    if (words.takes("transfer")) {
      int target = words.takes("to") ? cast.node(words) : -1;
      cluster.nodes.forEach(node -> node.give(new Input.TransferRequested(target)));
    } else if (words.takes("policy")) {
      TransferPolicy policy = words.choice(TransferPolicy.class, "policy");
      cluster.nodes.forEach(node -> node.give(new Input.PolicyChanged(policy)));
    } else if (words.takes("step", "down")) {
      each(words, node -> node.give(new Input.StepDownRequested()));
    } else if (words.takes("press")) {
      List<Integer> nodes = cast.nodes(words);
      int levels = words.small("the pressure", 1, Compactor.MAX);
      nodes.forEach(node -> cluster.nodes.get(node).compactor().press(levels));
    } else if (words.takes("weaken")) {
      each(words, node -> node.fallIll(1));
    } else if (words.takes("strengthen")) {
      each(words, node -> node.fallIll(-1));
    } else {
      return false;
    }
    return true;
  }

  private void each(Words words, Consumer<Node> deed) {
    List<Integer> nodes = cast.nodes(words);
    words.end();
    nodes.forEach(node -> deed.accept(cluster.nodes.get(node)));
  }
}
