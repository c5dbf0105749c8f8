package io.zabdb.maelstrom.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.protocol.Body;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Nodes of one workload on a {@link Network}. For one thread, but for its clients. */
public final class Cluster implements AutoCloseable {

  private static final Pattern LED =
      Pattern.compile("group (\\d+): epoch \\d+: leader (n\\d+|unknown)");

  private final Binary binary;
  private final List<String> arguments;
  private final Network network;
  private final List<String> names;
  private final Map<String, NodeProcess> processes = new HashMap<>();
  private final AtomicLong clients = new AtomicLong();

  /** Lines for people of processes that are gone. */
  private final List<String> past = new ArrayList<>();

  private Cluster(long seed, int nodes, Binary binary, List<String> arguments) {
    System.out.println(
        "seed "
            + seed
            + ": "
            + String.join(" ", arguments)
            + "; again: mvn test -Dzabdb.seed="
            + seed);
    this.binary = binary;
    this.arguments = arguments;
    network = new Network(seed);
    names = IntStream.range(0, nodes).mapToObj(i -> "n" + i).toList();
  }

  /**
   * A seed for a test that has not one of its own. It is printed; what it decides is the same
   * again, when that happens is not.
   */
  public static long anySeed() {
    return Long.getLong("zabdb.seed", System.nanoTime());
  }

  /** Starts nodes of the product, which answer to init before this returns. */
  public static Cluster start(long seed, int nodes, String... arguments) throws Exception {
    return startWith(seed, nodes, Binary.PRODUCT, arguments);
  }

  /** Starts nodes with a broken core. */
  public static Cluster startMutant(long seed, int nodes, String mutant, String... arguments)
      throws Exception {
    return startWith(seed, nodes, Binary.mutant(mutant), arguments);
  }

  /** Starts nodes, which answer to init before this returns. */
  public static Cluster startWith(long seed, int nodes, Binary binary, String... arguments)
      throws Exception {
    Cluster cluster = new Cluster(seed, nodes, binary, List.of(arguments));
    try {
      for (String name : cluster.names) {
        cluster.launch(name);
      }
      for (String name : cluster.names) {
        cluster.init(name);
      }
      return cluster;
    } catch (Exception | AssertionError e) {
      cluster.close();
      throw e;
    }
  }

  public List<String> names() {
    return names;
  }

  // -- processes

  private void launch(String name) throws IOException {
    launch(name, arguments);
  }

  private void launch(String name, List<String> own) throws IOException {
    NodeProcess process = new NodeProcess(binary, own, this::post);
    processes.put(name, process);
    network.attach(name, message -> process.send(message.toString()));
  }

  private void post(String line) {
    try {
      network.send(Body.JSON.readTree(line));
    } catch (JsonProcessingException e) {
      // What a killed process was writing; Maelstrom would see the same.
      System.out.println("not JSON: " + line);
    }
  }

  private void init(String name) {
    ObjectNode body = Body.of("init").put("node_id", name);
    ArrayNode all = body.putArray("node_ids");
    names.forEach(all::add);
    Client client = client();
    assertEquals("init_ok", Body.type(client.ask(name, body, 60_000)), () -> "told: " + told());
  }

  /**
   * Kills a node's process.
   *
   * @throws AssertionError if it had ended by itself
   */
  public void kill(String name) {
    assertTrue(processes.get(name).isAlive(), () -> name + " failed: " + told());
    stop(name);
  }

  private void stop(String name) {
    network.attach(name, null);
    NodeProcess process = processes.remove(name);
    process.kill();
    past.addAll(process.told());
  }

  /** Starts a node again that was killed. */
  public void restart(String name) throws Exception {
    launch(name);
    init(name);
  }

  /** Starts all again that were killed. */
  public void restartAll() throws Exception {
    for (String name : names) {
      if (!processes.containsKey(name)) {
        restart(name);
      }
    }
  }

  /** Starts a node again that was killed, with more arguments than the others. */
  public void restartWith(String name, String... more) throws Exception {
    List<String> own = new ArrayList<>(arguments);
    own.addAll(List.of(more));
    launch(name, own);
    init(name);
  }

  /** Those that run. */
  public List<String> running() {
    return names.stream().filter(processes::containsKey).toList();
  }

  /** What the nodes wrote for people. */
  public List<String> told() {
    List<String> all = new ArrayList<>(past);
    processes.values().forEach(process -> all.addAll(process.told()));
    return all;
  }

  /** How often nodes wrote a line that has such a part. */
  public long count(String part) {
    return told().stream().filter(line -> line.contains(part)).count();
  }

  /** Whom a node takes for the leader of the first group, by what it wrote last. */
  public String leaderAsSeenBy(String name) {
    return leaderAsSeenBy(name, 0);
  }

  private String leaderAsSeenBy(String name, int group) {
    String leader = "unknown";
    for (String line : processes.get(name).told()) {
      Matcher led = LED.matcher(line);
      if (led.matches() && Integer.parseInt(led.group(1)) == group) {
        leader = led.group(2);
      }
    }
    return leader;
  }

  /** Waits until some of the nodes agree on a leader of the first group among them. */
  public String awaitLeader(List<String> among) {
    return awaitLeader(among, 0);
  }

  /** The same of any group. */
  public String awaitLeader(List<String> among, int group) {
    String[] leader = new String[1];
    Await.until(
        () -> "a leader of group " + group + " among " + among + "; told: " + told(),
        () -> {
          leader[0] = leaderAsSeenBy(among.get(0), group);
          return among.contains(leader[0])
              && among.stream().allMatch(name -> leaderAsSeenBy(name, group).equals(leader[0]));
        });
    return leader[0];
  }

  // -- the network

  /** Messages take up to so long, and of those between nodes some are lost. */
  public void disturb(long delayMicros, double loss) {
    network.disturb(delayMicros, loss);
  }

  /** Nothing passes between a node and the other nodes. */
  public void isolate(String name) {
    for (String other : names) {
      if (!other.equals(name)) {
        network.cut(name, other);
        network.cut(other, name);
      }
    }
  }

  /** All passes again between two nodes. */
  public void mend(String one, String other) {
    network.mend(one, other);
    network.mend(other, one);
  }

  /** Messages of one type from one node to another are lost, until all is healed. */
  public void drop(String from, String to, String type) {
    network.drop(from, to, type);
  }

  /** Messages from one node whose bodies are so are lost to another, until all is healed. */
  public void dropIf(String from, String to, Predicate<JsonNode> isSo) {
    network.dropIf(from, to, isSo);
  }

  /** Cuts links at random, each direction by itself. */
  public void cutSome(Random random) {
    for (String from : names) {
      for (String to : names) {
        if (!from.equals(to) && random.nextInt(3) == 0) {
          network.cut(from, to);
        }
      }
    }
  }

  public void heal() {
    network.heal();
  }

  /** How many messages were lost. */
  public long lost() {
    return network.lost();
  }

  /** A client with a name of its own. */
  public Client client() {
    return new Client(network, "c" + clients.incrementAndGet());
  }

  /** Writes a line to a node's stdin, whatever it is. */
  public void write(String name, String line) {
    processes.get(name).send(line);
  }

  /**
   * Ends all nodes.
   *
   * @throws AssertionError if one had ended by itself
   */
  public void end() throws Exception {
    for (String name : running()) {
      assertEquals(0, processes.remove(name).end(), () -> name + " failed: " + told());
    }
  }

  @Override
  public void close() {
    running().forEach(this::stop);
    network.close();
  }
}
