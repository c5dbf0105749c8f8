package io.zabdb.balancer;

import io.zabdb.balance.PlanNames;
import io.zabdb.balance.PlanText;
import io.zabdb.balance.shard.ShardingStep;
import io.zabdb.model.data.Bytes;
import io.zabdb.rpc.wire.Partitions;
import java.util.List;
import java.util.Locale;

/** Splits and merges in words, with their reasons. */
final class ShardingText {

  private ShardingText() {}

  /** At most {@link PlanText#MOST_LINES} and one more. */
  static List<String> lines(List<ShardingStep> steps, StoreView view, PlanNames names) {
    return PlanText.some(steps, step -> line(step, view, names));
  }

  private static String line(ShardingStep step, StoreView view, PlanNames names) {
    String what = PlanText.partition(view.view(), names, step.partition());
    return switch (step.kind()) {
      case SPLIT_BY_SIZE -> what + " is split: it is too large";
      case SPLIT_BY_LOAD -> what + " is split: it has too much to do";
      case MERGE ->
          what
              + " is merged with "
              + names.partition(step.other())
              + ": both are small, and nobody asks for them";
      case HOT_KEY ->
          "HOT_KEY: %s: %s of it, so a split would not help"
              .formatted(
                  what, hottest(view.partitions().get(step.partition()).partition().getHits()));
    };
  }

  private static String hottest(Partitions.Hits hits) {
    Bytes row = Bytes.wrap(hits.getHottestRow().toByteArray());
    return String.format(
        Locale.ROOT,
        "%s has %.0f%%",
        row.isEmpty() ? "one key" : "row '" + row + "'",
        100 * hits.getHottest());
  }
}
