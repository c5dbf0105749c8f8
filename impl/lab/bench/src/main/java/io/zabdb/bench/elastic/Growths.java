package io.zabdb.bench.elastic;

import io.zabdb.scale.elastic.ElasticRun;
import io.zabdb.scale.elastic.ElasticSettings;
import io.zabdb.scale.elastic.GrowthStep;
import io.zabdb.scale.elastic.KeyLoad;
import io.zabdb.scale.elastic.OperationMix;
import io.zabdb.scale.elastic.PartitionedLoad;
import io.zabdb.scale.elastic.SplitMoveRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The same store, grown in both ways.
 *
 * @param product a step for each node that comes
 * @param splitMove as many
 */
record Growths(List<GrowthStep> product, List<GrowthStep> splitMove) {

  private static final String PRODUCT = "ZabDB";
  private static final String SPLIT_MOVE = "split-move";

  static Growths of(ElasticSettings settings, KeyLoad keys, OperationMix mix) {
    return new Growths(
        new ElasticRun(settings, new PartitionedLoad(settings).run(), keys, mix).run(),
        new SplitMoveRun(settings, keys, mix).run());
  }

  /** The numbers of nodes. */
  List<String> nodes() {
    return product.stream().map(step -> Integer.toString(step.nodes())).toList();
  }

  /** A figure of each step, for a picture. */
  Map<String, List<Double>> both(ToDoubleFunction<GrowthStep> figure) {
    Map<String, List<Double>> both = new LinkedHashMap<>();
    both.put(SPLIT_MOVE, each(splitMove, figure));
    both.put(PRODUCT, each(product, figure));
    return both;
  }

  static List<Double> each(List<GrowthStep> steps, ToDoubleFunction<GrowthStep> figure) {
    return steps.stream().mapToDouble(figure).boxed().toList();
  }

  Map<String, List<?>> data(String name) {
    return Map.of(name + PRODUCT, product, name + SPLIT_MOVE, splitMove);
  }
}
