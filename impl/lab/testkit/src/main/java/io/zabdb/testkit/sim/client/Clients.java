package io.zabdb.testkit.sim.client;

import io.zabdb.core.step.Refusal;
import io.zabdb.testkit.history.HistoryRecorder;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.network.Links;
import io.zabdb.testkit.sim.node.Answers;
import io.zabdb.testkit.sim.node.Ask;
import io.zabdb.testkit.sim.node.Node;
import io.zabdb.testkit.sim.store.Command;
import io.zabdb.testkit.sim.store.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The clients of a run, and their way to the nodes and back: requests and answers take time, and
 * get lost where a link is cut. Not thread-safe.
 */
public final class Clients implements Answers {

  private static final long KEYS_CHANGE_MICROS = 8_000_000;

  private final World world;
  private final Links links;
  private final List<Node> nodes;
  private final Workload workload;
  private final List<Client> clients = new ArrayList<>();
  private long tokens;
  private long sessions;
  private long values;

  /**
   * @param nodes may still be filled before {@link #start}
   */
  public Clients(
      World world, Links links, List<Node> nodes, Workload workload, HistoryRecorder history) {
    this.world = world;
    this.links = links;
    this.nodes = nodes;
    this.workload = workload;
    for (int i = 0; i < workload.clients(); i++) {
      clients.add(new Client(world, i, workload, this, history));
    }
  }

  public void start() {
    clients.forEach(Client::start);
  }

  /** No client begins anything new, nor gives up what is under way. */
  public void stop() {
    clients.forEach(Client::stop);
  }

  /** Each client, stopped and idle, writes a key. */
  public void writeOnce() {
    for (int i = 0; i < clients.size(); i++) {
      int key = key(i % workload.keys());
      clients.get(i).perform(new Command(Command.Kind.PUT, key, newValue(), 0));
    }
  }

  /** Each client, stopped and idle, reads a key. */
  public void readOnce() {
    for (int i = 0; i < clients.size(); i++) {
      int key = key(i % workload.keys());
      clients.get(i).perform(new Command(Command.Kind.GET, key, 0, 0));
    }
  }

  /** The operations under way; empty if there are none. */
  public List<String> pending() {
    return clients.stream().map(Client::pending).filter(text -> !text.isEmpty()).toList();
  }

  // -- for the clients

  /**
   * One of the keys in use. After a while all clients turn to new ones: operations of unknown
   * outcome, which may take effect at any time, would make the check of a long history hard.
   */
  int key(int number) {
    return (int) (world.time().now() / KEYS_CHANGE_MICROS) * workload.keys() + number;
  }

  long newSession() {
    return ++sessions;
  }

  /** A value that nobody else writes. */
  long newValue() {
    return ++values;
  }

  /** A token that tells to which client the answer goes. */
  long newToken(int client) {
    return tokens++ * clients.size() + client;
  }

  void send(int node, Ask ask) {
    if (!links.isCut(links.clients(), node)) {
      world.time().after(links.delay(links.clients(), node), () -> nodes.get(node).ask(ask));
    }
  }

  // -- for the nodes

  @Override
  public void done(int node, long token, Result result, long time) {
    answer(node, token, client -> client.done(token, result, time));
  }

  @Override
  public void forgotten(int node, long token, long time) {
    answer(node, token, client -> client.forgotten(token, time));
  }

  @Override
  public void refused(int node, long token, Refusal refusal, int leader) {
    answer(node, token, client -> client.refused(token, refusal, leader));
  }

  @Override
  public void unknown(int node, long token) {
    answer(node, token, client -> client.unknown(token));
  }

  private void answer(int node, long token, Consumer<Client> handle) {
    if (!links.isCut(node, links.clients())) {
      Client client = clients.get((int) (token % clients.size()));
      world.time().after(links.delay(node, links.clients()), () -> handle.accept(client));
    }
  }
}
