package io.zabdb.bench.elastic;

import io.zabdb.scale.elastic.GrowthStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Holds figures against what they should be. Not thread-safe. */
final class Aims {

  /** ElasCass's bound for the index of imbalance. */
  static final double MOST_IMBALANCE = 0.2;

  private final List<String> missed = new ArrayList<>();

  /** A figure of each step is to be below a bound. */
  void below(
      List<GrowthStep> steps, String what, ToDoubleFunction<GrowthStep> figure, double bound) {
    for (GrowthStep step : steps) {
      double found = figure.applyAsDouble(step);
      if (!(found < bound)) {
        miss("%s with %d nodes is %.3f, below %.3f is aimed at", what, step.nodes(), found, bound);
      }
    }
  }

  /** A figure is to be from one to another. */
  void within(String what, double figure, double least, double most) {
    if (!(figure >= least && figure <= most)) {
      miss("%s is %.3f, %.3f to %.3f is aimed at", what, figure, least, most);
    }
  }

  private void miss(String format, Object... values) {
    missed.add(String.format(Locale.ROOT, format, values));
  }

  List<String> missed() {
    return List.copyOf(missed);
  }
}
