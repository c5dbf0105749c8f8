package io.zabdb.testkit.sim.network;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.step.Input;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;

/** Datagrams: each on its own, perhaps lost, doubled or late. Not thread-safe. */
public final class Datagrams {

  private final World world;
  private final Links links;
  private final SeededRandom random;
  private final Endpoint[] endpoints;
  private double loss;
  private double doubling;
  private double lateness;

  public Datagrams(World world, Links links) {
    this.world = world;
    this.links = links;
    random = world.random("network.datagrams");
    endpoints = new Endpoint[world.nodes()];
  }

  /** Names the endpoint of a node; once for each, before anything is sent. */
  public void attach(int node, Endpoint endpoint) {
    endpoints[node] = endpoint;
  }

  /** Adds to the probability that a datagram is lost. */
  public void lose(double change) {
    loss += change;
  }

  /** Adds to the probability that a datagram comes twice. */
  public void repeat(double change) {
    doubling += change;
  }

  /** Adds to the probability that a datagram comes seconds late. */
  public void delay(double change) {
    lateness += change;
  }

  /** No datagram is lost, doubled or late from now on. */
  public void heal() {
    loss = 0;
    doubling = 0;
    lateness = 0;
  }

  public void send(int from, int to, Datagram datagram) {
    if (random.chance(loss)) {
      world.counts().add("network: datagram lost");
      return;
    }
    carry(from, to, datagram);
    if (random.chance(doubling)) {
      world.counts().add("network: datagram doubled");
      carry(from, to, datagram);
    }
  }

  private void carry(int from, int to, Datagram datagram) {
    if (links.isCut(from, to)) {
      return;
    }
    long delay = links.delay(from, to);
    if (random.chance(lateness)) {
      world.counts().add("network: datagram late");
      delay += random.spread(10_000, 5_000_000);
    }
    world.time().after(delay, () -> arrive(from, to, datagram));
  }

  private void arrive(int from, int to, Datagram datagram) {
    Endpoint receiver = endpoints[to];
    if (receiver.isProcessUp() && !links.isCut(from, to)) {
      if (world.log().isOn()) {
        world.log().message(world.time().now(), from, to, datagram.toString());
      }
      receiver.give(new Input.Notified(from, datagram));
    }
  }
}
