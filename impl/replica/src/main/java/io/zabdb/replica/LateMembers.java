package io.zabdb.replica;

import io.zabdb.environment.Clock;
import io.zabdb.model.data.Bytes;
import io.zabdb.replica.settings.MoveBounds;
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
  static final int SHARE = 6;

  /**
   * They are waited for a second more for each so many bytes, which a move is as well, and more.
   */
  static final long BYTES_A_SECOND = 32L << 20;

  private final Clock clock;
  private final long least;

  /** Since when enough have which files. */
  private final Map<Bytes, Long> since =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Bytes, Long> eldest) {
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
   * Enough members have files. Whether others are waited for.
   *
   * @param files names them
   * @param bytes of them
   * @param fetching the members that are fetching them, as bits
   */
  boolean areWaitedFor(Bytes files, long bytes, long fetching) {
    if (fetching == 0) {
      return false;
    }
    long now = clock.nanos();
    long waited = now - since.computeIfAbsent(files, first -> now);
    return waited <= least + TimeUnit.SECONDS.toNanos(bytes / BYTES_A_SECOND);
  }
}
