package io.zabdb.scale;

import java.util.SplittableRandom;

/**
 * What clients ask of each partition, by the hour. A partition serves no more than {@link
 * #MOST_OF_A_NODE} of what a node can do: it has one leader and one log. Immutable.
 */
final class ScaleLoad {

  /** What a node serves: hits a second that it leads. */
  static final double NODE_HITS = 10_000;

  /** The most that a partition serves, of what a node can do. */
  static final double MOST_OF_A_NODE = 0.55;

  /** What a follower has to do for a hit, where its leader does 1. */
  static final double FOLLOWER_SHARE = 0.25;

  /** In {@link ScaleScenario#HOTSPOT}: so often it moves on. */
  static final long ROAM_MILLIS = 4 * 3_600_000L;

  private static final double USED = 0.65;
  private static final double ZIPF = 0.99;
  private static final double DAY_MILLIS = 24 * 3_600_000.0;
  private static final double SWING = 0.6;
  private static final int PHASES = 3;

  private final ScaleScenario scenario;
  private final double[] weights;
  private final double total;

  ScaleLoad(ScaleOptions options, SplittableRandom random) {
    scenario = options.scenario();
    int followers = ScaleLayout.GROUP_SIZE - 1;
    total = USED * NODE_HITS * options.nodes() / (1 + followers * FOLLOWER_SHARE);
    weights = new double[options.partitions()];
    for (int p = 0; p < weights.length; p++) {
      weights[p] =
          scenario == ScaleScenario.HOTSPOT
              ? 0.5 + random.nextDouble()
              : 1 / StrictMath.pow(p + 1, ZIPF);
    }
    for (int p = weights.length - 1; p > 0; p--) {
      int other = random.nextInt(p + 1);
      double weight = weights[p];
      weights[p] = weights[other];
      weights[other] = weight;
    }
  }

  /** Hits a second of each partition. */
  double[] at(long millis) {
    double[] hits = new double[weights.length];
    double sum = 0;
    for (int p = 0; p < hits.length; p++) {
      hits[p] = weights[p] * factor(p, millis);
      sum += weights[p];
    }
    for (int p = 0; p < hits.length; p++) {
      hits[p] = Math.min(hits[p] * total / sum, NODE_HITS * MOST_OF_A_NODE);
    }
    return hits;
  }

  private double factor(int partition, long millis) {
    double place = (double) partition / weights.length;
    return switch (scenario) {
      case HOTSPOT -> {
        long moved = millis / ROAM_MILLIS;
        double hot = moved * 0.1 % 1;
        yield (place - hot + 1) % 1 < 0.2 ? 4 : 0.25;
      }
      case DIURNAL -> {
        double phase = millis / DAY_MILLIS + (double) (int) (place * PHASES) / PHASES;
        yield 1 + SWING * StrictMath.sin(2 * Math.PI * phase);
      }
      case GROW, FAIL, DECOMMISSION -> 1;
    };
  }
}
