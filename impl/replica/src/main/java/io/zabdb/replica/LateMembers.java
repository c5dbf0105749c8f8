package io.zabdb.replica;

import io.zabdb.environment.Clock;
import io.zabdb.model.data.Bytes;
import io.zabdb.replica.settings.MoveBounds;
import io.zabdb.shard.MoveMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Members that are still fetching the files of a partition when enough others have them. They are
 * waited for, for a while, and clients notice nothing of that: whoever lacks files when they are
 * taken has to fetch a whole store afterwards. At a leader; not thread-safe.
 */
final class LateMembers {

  /** What part of the time they are waited for after which a move is given up. */
  static final int SHARE = 12;

  /** They are waited for a second more for each so many bytes; a move is for longer. */
  static final long BYTES_A_SECOND = 32L << 20;

  private final Clock clock;
  private final long least;

  /** Files of an attempt to move a partition. */
  private record ComingFiles(String partition, long attempt, Bytes files) {}

  /** Since when enough have which files; what is asked about again stays. */
  private final Map<ComingFiles, Long> since =
      new LinkedHashMap<>(ComingPartitions.MOST, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ComingFiles, Long> eldest) {
          return size() > ComingPartitions.MOST;
        }
      };

  LateMembers(Clock clock, MoveBounds limits) {
    this.clock = clock;
    least = limits.standstill().toNanos() / SHARE;
  }

  /** This replica leads since now. */
  void forget() {
    since.clear();
  }

  /**
   * Enough members have the files that a message names. Whether others are waited for.
   *
   * @param bytes of the files
   * @param fetching the members that are fetching them, as bits
   */
  boolean areWaitedFor(MoveMessage base, long bytes, long fetching) {
    if (fetching == 0) {
      return false;
    }
    long now = clock.nanos();
    ComingFiles coming = new ComingFiles(base.part().name(), base.epoch(), base.copy().cells());
    long waited = now - since.computeIfAbsent(coming, first -> now);
    return waited <= least + TimeUnit.SECONDS.toNanos(bytes / BYTES_A_SECOND);
  }
}
