package io.zabdb.balancer;

import java.util.HashMap;
import java.util.Map;

/**
 * Until when partitions rest that were seen to come to their groups. What came before it looked
 * first is not known to rest: whoever begins anew may move a partition once too early, and no more,
 * since moves must bring the store nearer to balance. It keeps as many as were there last. Not
 * thread-safe.
 */
public final class Rests {

  /** Where a partition was, by the attempt that brought it there. */
  private record Stay(int group, long move, long restsUntil) {}

  private final long restMillis;
  private Map<String, Stay> stays = Map.of();

  /**
   * @param restMillis so long a partition stays where it came to
   */
  public Rests(long restMillis) {
    this.restMillis = restMillis;
  }

  /** All partitions are looked at; {@link Look#seen} gives their times. */
  Look look(long nowMillis) {
    return new Look(nowMillis);
  }

  /** A look at all partitions. */
  final class Look {

    private final long now;
    private final Map<String, Stay> before = stays;
    private final Map<String, Stay> all = new HashMap<>();

    Look(long now) {
      this.now = now;
      stays = all;
    }

    /** Until when a partition rests; 0: it does not. */
    long seen(String partition, int group, long move) {
      Stay known = before.get(partition);
      boolean came = known != null && (known.group != group || known.move != move);
      Stay stay =
          known == null
              ? new Stay(group, move, 0)
              : came ? new Stay(group, move, now + restMillis) : known;
      all.put(partition, stay);
      return stay.restsUntil;
    }
  }
}
