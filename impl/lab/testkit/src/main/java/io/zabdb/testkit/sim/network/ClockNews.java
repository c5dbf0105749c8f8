package io.zabdb.testkit.sim.network;

import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;

/**
 * What nodes tell each other of their clocks. It comes late by the delay of the link, and in some
 * runs now and then not at all, or late by seconds, or twice. Not thread-safe.
 */
public final class ClockNews {

  /** Takes the news of a node. */
  @FunctionalInterface
  public interface Reader {

    /**
     * Another node's clock; only called while the process is up.
     *
     * @param millis what it showed when it was sent
     * @param asks whether an answer is due
     */
    void heardClock(int from, long millis, boolean asks);
  }

  private final World world;
  private final Links links;
  private final SeededRandom random;
  private double trouble;
  private final Reader[] readers;
  private final Endpoint[] endpoints;

  public ClockNews(World world, Links links) {
    this.world = world;
    this.links = links;
    random = world.random("network.clocks");
    trouble = random.chance(0.5) ? 0 : 0.3;
    readers = new Reader[world.nodes()];
    endpoints = new Endpoint[world.nodes()];
  }

  /** Names who reads at a node; once for each, before anything is told. */
  public void attach(int node, Endpoint endpoint, Reader reader) {
    endpoints[node] = endpoint;
    readers[node] = reader;
  }

  /** All news arrive from now on, once and in time. */
  public void heal() {
    trouble = 0;
  }

  public void tell(int from, int to, long millis, boolean asks) {
    if (random.chance(trouble)) {
      world.counts().add("network: news of a clock lost");
      return;
    }
    carry(from, to, millis, asks, 0);
    if (random.chance(trouble)) {
      carry(from, to, millis, asks, random.spread(10_000, 5_000_000));
    }
  }

  private void carry(int from, int to, long millis, boolean asks, long late) {
    if (!links.isCut(from, to)) {
      long delay = links.delay(from, to) + late;
      world.time().after(delay, () -> arrive(from, to, millis, asks));
    }
  }

  private void arrive(int from, int to, long millis, boolean asks) {
    if (endpoints[to].isProcessUp() && !links.isCut(from, to)) {
      readers[to].heardClock(from, millis, asks);
    }
  }
}
