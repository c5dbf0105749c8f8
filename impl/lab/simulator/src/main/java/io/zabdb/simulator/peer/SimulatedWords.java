package io.zabdb.simulator.peer;

import io.zabdb.environment.Clock;
import io.zabdb.environment.Loop;
import io.zabdb.environment.peer.HeardNews;
import io.zabdb.environment.peer.HeardNodes;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.network.Links;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Nodes tell each other that they are there, as far as links let them. They draw nothing that
 * others draw from, so that a run in which nobody rests is what it was without words. Not
 * thread-safe.
 */
final class SimulatedWords {

  private final World world;
  private final Links links;
  private final SortedMap<Integer, Speaker> speakers = new TreeMap<>();

  SimulatedWords(World world, Links links) {
    this.world = world;
    this.links = links;
  }

  /** A process that runs. */
  private final class Speaker {

    private final int node;
    private final long start;
    private final Loop loop;
    private final Clock clock;
    private final HeardNodes heard;
    private final HeardNews news;
    private final Consumer<SortedMap<Integer, Long>> listener;

    Speaker(
        int node,
        long start,
        Loop loop,
        Clock clock,
        long patience,
        Consumer<SortedMap<Integer, Long>> listener) {
      this.node = node;
      this.start = start;
      this.loop = loop;
      this.clock = clock;
      this.listener = listener;
      heard = new HeardNodes(patience);
      news = new HeardNews(heard);
    }

    private void pass() {
      for (int other = 0; other < world.nodes(); other++) {
        if (other != node) {
          tell(other);
        }
      }
      news.next(clock.nanos()).ifPresent(listener);
      loop.schedule(heard.interval(), this::pass);
    }

    private void tell(int other) {
      if (!links.isCut(node, other)) {
        world.time().after(links.shortestDelay(node, other), () -> arrive(other));
      }
    }

    private void arrive(int other) {
      Speaker receiver = speakers.get(other);
      if (receiver != null && !links.isCut(node, other)) {
        receiver.loop.execute(() -> receiver.heard.heard(node, start, receiver.clock.nanos()));
      }
    }
  }

  /**
   * The process of a node has started.
   *
   * @param start another one for each
   * @param patience how long another may say nothing, in nanoseconds
   * @param listener is told which nodes are heard, by the loop
   */
  void begin(
      int node,
      long start,
      Loop loop,
      Clock clock,
      long patience,
      Consumer<SortedMap<Integer, Long>> listener) {
    Speaker speaker = new Speaker(node, start, loop, clock, patience, listener);
    speakers.put(node, speaker);
    loop.execute(speaker::pass);
  }

  /** The process of a node has ended. */
  void ended(int node) {
    speakers.remove(node);
  }
}
