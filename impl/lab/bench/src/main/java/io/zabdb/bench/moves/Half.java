package io.zabdb.bench.moves;

import io.zabdb.bench.load.Latency;
import java.util.List;
import java.util.Map;

/**
 * What clients had in one half of a round.
 *
 * @param errors how many operations failed, by name
 * @param waits the longest operation of each client in each move, or in each second without any, in
 *     milliseconds
 * @param moves that ended
 */
record Half(
    double seconds,
    Latency reads,
    Latency writes,
    Map<String, Long> errors,
    List<Double> waits,
    List<Moved> moves) {

  Half {
    waits = List.copyOf(waits);
    moves = List.copyOf(moves);
  }

  /** That moved. */
  long bytes() {
    return moves.stream().mapToLong(Moved::bytes).sum();
  }

  double perSecond() {
    return (reads.count() + writes.count()) / seconds;
  }
}
