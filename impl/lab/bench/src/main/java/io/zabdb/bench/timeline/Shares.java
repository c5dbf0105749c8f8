package io.zabdb.bench.timeline;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Shares of time, by how many nodes were busy at once: 0 to 1, together 1 (ACaZoo, Figures 13 to
 * 15).
 *
 * @param none no node
 * @param minority at least one, but fewer than a quorum
 * @param quorum so many that no quorum was free of it: more than half of all
 */
public record Shares(double none, double minority, double quorum) {

  /**
   * Of a window.
   *
   * @param nodes when each was busy
   * @param window longer than nothing
   */
  public static Shares of(List<Spans> nodes, Span window) {
    List<Spans> busy = nodes.stream().map(each -> each.within(window)).toList();
    long[] moments =
        LongStream.concat(
                LongStream.of(window.start(), window.end()),
                busy.stream()
                    .flatMap(each -> each.list().stream())
                    .flatMapToLong(span -> LongStream.of(span.start(), span.end())))
            .sorted()
            .distinct()
            .toArray();
    int quorum = nodes.size() / 2 + 1;
    long[] micros = new long[3];
    for (int i = 1; i < moments.length; i++) {
      long from = moments[i - 1];
      // Nothing begins or ends in between, so that the first moment stands for all.
      long at = busy.stream().filter(each -> each.touches(from, from)).count();
      micros[at == 0 ? 0 : at < quorum ? 1 : 2] += moments[i] - from;
    }
    double all = Arrays.stream(micros).sum();
    return new Shares(micros[0] / all, micros[1] / all, micros[2] / all);
  }
}
