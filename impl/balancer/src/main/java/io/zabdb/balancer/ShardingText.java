package io.zabdb.balancer;

import io.zabdb.balance.PlanText;
import io.zabdb.balance.shard.ShardingStep;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Splits and merges in words, with their reasons. */
final class ShardingText {

  private ShardingText() {}

  /** At most {@link PlanText#MOST_LINES} and one more. */
  static List<String> lines(List<ShardingStep> steps, StoreView view) {
    List<String> lines = new ArrayList<>();
    steps.stream().limit(PlanText.MOST_LINES).forEach(step -> lines.add(line(step, view)));
    if (steps.size() > PlanText.MOST_LINES) {
      lines.add("and " + (steps.size() - PlanText.MOST_LINES) + " more");
    }
    return lines;
  }

  private static String line(ShardingStep step, StoreView view) {
    Partition partition = view.partitions().get(step.partition()).partition();
    String what =
        String.format(
            Locale.ROOT,
            "partition %s (%,d bytes, %.1f hits/s)",
            partition.getName(),
            partition.getBytes(),
            view.view().partitions().hits(step.partition()));
    return switch (step.kind()) {
      case SPLIT_BY_SIZE -> what + " is split: it is too large";
      case SPLIT_BY_LOAD -> what + " is split: it has too much to do";
      case MERGE ->
          what
              + " is merged with "
              + view.partitions().get(step.other()).partition().getName()
              + ": both are small, and nobody asks for them";
      case HOT_KEY ->
          String.format(
              Locale.ROOT,
              "HOT_KEY: %s: one key has %.0f%% of it, so a split would not help",
              what,
              100 * partition.getHits().getHottest());
    };
  }
}
