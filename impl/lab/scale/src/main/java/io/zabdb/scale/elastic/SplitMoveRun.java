package io.zabdb.scale.elastic;

import io.zabdb.scale.store.CarriedPlans;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How Cassandra 1.0 grew (ElasCass, section 2.1): each node has a token and the part of the ring up
 * to it; the nodes behind it have its replicas. A new node halves the part of the node with most on
 * its disk, and fetches that half and what it is to replicate, at the rate of one sender. What a
 * node does not serve any more stays on its disk, since nothing compacts (section 5.2). Runs once;
 * not thread-safe.
 */
public final class SplitMoveRun {

  private static final double MILLIS = 1_000;

  private final ElasticSettings settings;
  private final KeyLoad keys;
  private final OperationMix mix;

  /** In the order of the ring. */
  private final List<TokenNode> ring = new ArrayList<>();

  public SplitMoveRun(ElasticSettings settings, KeyLoad keys, OperationMix mix) {
    this.settings = settings;
    this.keys = keys;
    this.mix = mix;
  }

  /** A node of the ring. */
  private static final class TokenNode {

    private final int number;
    private RingPart part;
    private double onDisk;

    TokenNode(int number, RingPart part) {
      this.number = number;
      this.part = part;
    }
  }

  /** Grows from as many nodes as there are replicas; a step for each node that comes. */
  public List<GrowthStep> run() {
    for (int n = 0; n < settings.replicas(); n++) {
      double each = 1.0 / settings.replicas();
      TokenNode node = new TokenNode(n, new RingPart(n * each, (n + 1) * each));
      node.onDisk = settings.bytes();
      ring.add(node);
    }
    List<GrowthStep> steps = new ArrayList<>();
    while (ring.size() < settings.mostNodes()) {
      steps.add(join());
    }
    return steps;
  }

  private GrowthStep join() {
    int source =
        IntStream.range(0, ring.size())
            .boxed()
            .max(
                Comparator.comparingDouble((Integer n) -> ring.get(n).onDisk)
                    .thenComparing(n -> -ring.get(n).number))
            .orElseThrow();
    TokenNode giver = ring.get(source);
    double given = giver.part.width() / 2;
    double had = stored(source);
    TokenNode joined = new TokenNode(ring.size(), giver.part.firstHalf());
    giver.part = giver.part.secondHalf();
    ring.add(source, joined);
    double got = stored(source);
    joined.onDisk = got;
    double all = (double) settings.bytes() * settings.replicas();
    return new GrowthStep(
        ring.size(),
        got / CarriedPlans.BYTES_A_MILLI / MILLIS,
        got / CarriedPlans.BYTES_A_MILLI / MILLIS,
        got,
        0,
        settings.replicas(),
        all / ring.size(),
        settings.replicas(),
        100 * given * settings.bytes() / had,
        GrowthStep.list(IntStream.range(0, ring.size()).mapToDouble(this::stored).toArray()),
        ring.stream().map(node -> node.onDisk).toList(),
        GrowthStep.list(IntStream.range(0, ring.size()).mapToDouble(this::work).toArray()));
  }

  private RingPart part(int place) {
    return ring.get(Math.floorMod(place, ring.size())).part;
  }

  /** Its own part, and those of the nodes before it. */
  private double stored(int place) {
    double width = 0;
    for (int before = 0; before < settings.replicas(); before++) {
      width += part(place - before).width();
    }
    return width * settings.bytes();
  }

  private double work(int place) {
    double work = mix.lead() * keys.share(part(place));
    for (int before = 1; before < settings.replicas(); before++) {
      work += mix.follow() * keys.share(part(place - before));
    }
    return work;
  }
}
