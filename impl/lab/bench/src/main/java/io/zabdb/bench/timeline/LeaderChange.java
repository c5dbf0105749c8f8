package io.zabdb.bench.timeline;

import java.util.List;

/**
 * A new leader, as clients saw it. Times are in microseconds.
 *
 * @param epoch of the new leader
 * @param at when its first write was answered, since the begin of the run
 * @param silence how long before that no client at all had a success
 * @param pauses of each client: its longest time between two successes, of all from its last write
 *     by a former leader to its first by this one or a later
 */
public record LeaderChange(long epoch, long at, long silence, List<Long> pauses) {

  public LeaderChange {
    pauses = List.copyOf(pauses);
  }
}
