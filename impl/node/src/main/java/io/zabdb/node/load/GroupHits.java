package io.zabdb.node.load;

import io.zabdb.balance.load.HitMeters;
import io.zabdb.environment.Clock;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.TokenRange;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts what one replica of a group serves, a partition at a time, and keeps moving averages of it
 * ({@link HitMeters}). There is no timer: whoever counts or asks first after an interval has passed
 * closes it, so that what was counted until then is exactly that interval's. All is forgotten when
 * somebody else leads, or in another epoch: another replica has served meanwhile. It has a series
 * for each partition that the group owns by the ring, no others. Thread-safe.
 *
 * <p>Source: ElasCass, Equation 3.
 */
public final class GroupHits {

  /** What {@link HitMeters#USUAL_WEIGHT} is meant for, in nanoseconds. */
  public static final long INTERVAL = TimeUnit.SECONDS.toNanos(10);

  /** After so many intervals without a hit an average is 0, but for rounding. */
  private static final long MOST_QUIET = 200;

  private static final int UPDATES = 0;
  private static final int READS = 1;

  /** By kind. */
  private static final double[] WEIGHTS = {1, HitMeters.READ_WEIGHT};

  private final int group;
  private final Clock clock;

  // Guarded by this.
  private final Map<TokenRange, Series> series = new HashMap<>();
  private @Nullable Ring ring;
  private long epoch;
  private long begun;

  /** Of one partition. Not thread-safe. */
  private static final class Series {
    private final HitMeters meters = new HitMeters(HitMeters.USUAL_WEIGHT);
    private final double[] counts = new double[2];
    private final HottestToken hottest = new HottestToken();
    private boolean isKnown;
    private long since;

    Series(long since) {
      this.since = since;
    }

    /** An interval ends. The first figure of a series is of at least half of one. */
    void close(long end) {
      long passed = end - since;
      if (!isKnown && passed < INTERVAL / 2) {
        return;
      }
      double seconds = (double) passed / TimeUnit.SECONDS.toNanos(1);
      for (int kind = 0; kind < counts.length; kind++) {
        counts[kind] /= seconds;
      }
      meters.tick(counts, counts.length);
      hottest.close();
      counts[UPDATES] = 0;
      counts[READS] = 0;
      isKnown = true;
      since = end;
    }
  }

  /** Of a replica of a group that has served nothing yet. */
  public GroupHits(int group, Clock clock) {
    this.group = group;
    this.clock = clock;
    begun = clock.nanos();
  }

  /**
   * An update was answered.
   *
   * @param now who has which tokens
   * @param led the epoch in which the group is led
   * @param token of a row of it
   * @param row that row
   */
  public void updated(Ring now, long led, long token, Bytes row) {
    count(now, led, token, row, UPDATES);
  }

  /**
   * A read of this token was answered; the rest is as for {@link #updated}.
   *
   * @param row the row that was read; empty: what was read is not of one row
   */
  public void read(Ring now, long led, long token, Bytes row) {
    count(now, led, token, row, READS);
  }

  private synchronized void count(Ring now, long led, long token, Bytes row, int kind) {
    advance(now, led);
    Series found = series.get(now.partitionOf(token).range());
    if (found != null) {
      found.counts[kind]++;
      found.hottest.hit(token, row, WEIGHTS[kind]);
    }
  }

  /** The averages of a partition; empty until it has been counted for half an interval. */
  public synchronized Optional<HitRates> rates(Ring now, long led, TokenRange partition) {
    advance(now, led);
    return Optional.ofNullable(series.get(partition))
        .filter(each -> each.isKnown)
        .map(
            each ->
                new HitRates(
                    each.meters.average(UPDATES),
                    each.meters.average(READS),
                    each.hottest.share(),
                    each.hottest.row()));
  }

  /** How many partitions are counted. */
  synchronized int count() {
    return series.size();
  }

  private void advance(Ring now, long led) {
    long time = clock.nanos();
    if (led != epoch) {
      epoch = led;
      series.clear();
      ring = null;
      begun = time;
    }
    // Before the ring: an interval that is over was that of the partitions that there were.
    closeIntervals(time);
    if (ring == null || ring.version() < now.version()) {
      adopt(now, time);
    }
  }

  private void closeIntervals(long time) {
    long over = (time - begun) / INTERVAL;
    for (long nth = 1; nth <= Math.min(over, MOST_QUIET); nth++) {
      long end = begun + nth * INTERVAL;
      series.values().forEach(each -> each.close(end));
    }
    if (over > MOST_QUIET) {
      series.values().forEach(each -> each.since = begun + over * INTERVAL);
    }
    begun += over * INTERVAL;
  }

  private void adopt(Ring now, long time) {
    ring = now;
    series
        .keySet()
        .retainAll(
            now.partitions().stream()
                .filter(part -> part.group() == group)
                .map(RingPartition::range)
                .collect(Collectors.toSet()));
    now.partitions().stream()
        .filter(part -> part.group() == group)
        .forEach(part -> series.computeIfAbsent(part.range(), any -> new Series(time)));
  }
}
