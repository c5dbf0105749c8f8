package io.zabdb.testkit.scenario;

import io.zabdb.core.step.Refusal;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.network.Links;
import io.zabdb.testkit.sim.node.Answers;
import io.zabdb.testkit.sim.node.Ask;
import io.zabdb.testkit.sim.node.Node;
import io.zabdb.testkit.sim.store.Command;
import io.zabdb.testkit.sim.store.Result;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The clients of a scenario, and their way to the nodes and back: requests and answers take time,
 * and get lost where a link is cut. Not thread-safe.
 */
final class Calls implements Answers {

  /** The first number of a session. */
  private static final long SEQ = 1;

  private final World world;
  private final Links links;
  private final List<Node> nodes;
  private final Map<Long, Call> byToken = new HashMap<>();
  private long tokens;
  private long sessions;
  private long told;

  Calls(World world, Links links, List<Node> nodes) {
    this.world = world;
    this.links = links;
    this.nodes = nodes;
  }

  /** A call that nobody has been asked yet. */
  Call begin(Command command) {
    sessions++;
    return new Call(command, sessions, told);
  }

  /** Asks a node. */
  void ask(Call call, int node) {
    tokens++;
    long token = tokens;
    call.ask(token);
    byToken.put(token, call);
    if (!links.isCut(links.clients(), node)) {
      Ask ask = new Ask(token, call.session(), SEQ, call.opened(), call.command(), 0);
      world.time().after(links.delay(links.clients(), node), () -> nodes.get(node).ask(ask));
    }
  }

  @Override
  public void done(int node, long token, Result result, long time) {
    told = Math.max(told, time);
    answer(node, token, result.done() ? Outcome.OK : Outcome.FAILED, result.value());
  }

  @Override
  public void forgotten(int node, long token, long time) {
    told = Math.max(told, time);
    answer(node, token, Outcome.FORGOTTEN, 0);
  }

  @Override
  public void refused(int node, long token, Refusal refusal, int leader) {
    answer(node, token, Outcome.REFUSED, 0);
  }

  @Override
  public void unknown(int node, long token) {
    answer(node, token, Outcome.UNKNOWN, 0);
  }

  private void answer(int node, long token, Outcome outcome, long value) {
    if (!links.isCut(node, links.clients())) {
      Call call = byToken.get(token);
      long delay = links.delay(node, links.clients());
      world.time().after(delay, () -> call.answer(token, outcome, value));
    }
  }
}
