package io.zabdb.node.move;

import io.zabdb.environment.Clock;
import io.zabdb.environment.Loop;
import io.zabdb.node.metrics.Tails;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What goes and comes of files of partitions at a node: as fast as its clients allow, either way.
 * Its steps are the loop's; {@link #ship} and {@link #rate} may be called by any thread.
 */
public final class MoveTraffic {

  private static final long INTERVAL_SECONDS = 2;

  /** So long a pace is kept. */
  static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(INTERVAL_SECONDS);

  /**
   * Who would have to wait longer until a part may go asks again: less than a part is waited for.
   */
  static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** So many times the rate may go: several members fetch the same files from one node. */
  private static final long GOING = 4;

  /** Whatever its length, a part costs a request and a place on the disk; in bytes. */
  private static final int LEAST_CHARGE = 4 << 10;

  /** Until somebody who was told to rest asks again. */
  private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final Logger LOG = LoggerFactory.getLogger(MoveTraffic.class);

  private final Loop loop;
  private final Clock clock;
  private final Supplier<Tails> tails;
  private final MovePace pace;
  private final MoveRate coming;
  private final MoveRate going;
  private volatile long rate;

  /** Bytes in this interval. */
  private long came;

  private long went;

  /**
   * @param most bytes a second that come at most
   * @param tails of what clients waited for since they were asked for last
   */
  public MoveTraffic(Loop loop, Clock clock, long most, Supplier<Tails> tails) {
    this.loop = loop;
    this.clock = clock;
    this.tails = tails;
    pace = new MovePace(most);
    rate = pace.rate();
    coming = new MoveRate(clock.nanos());
    going = new MoveRate(clock.nanos());
  }

  /** Begins to look at what clients wait for, as long as the loop runs. */
  public void begin() {
    loop.schedule(INTERVAL_NANOS, this::next);
  }

  private void next() {
    loop.schedule(INTERVAL_NANOS, this::next);
    Tails seen = tails.get();
    pace.ended(seen, Math.max(came, went / GOING) / INTERVAL_SECONDS);
    came = 0;
    went = 0;
    if (pace.rate() != rate) {
      LOG.debug("files of partitions: {} bytes a second, after {}", pace.rate(), seen);
    }
    rate = pace.rate();
  }

  /** Bytes a second that may come now; 0: none, either way, for an interval. */
  public long rate() {
    return rate;
  }

  /**
   * Takes the bytes of a part that is to come, or says how long to wait.
   *
   * @return nanoseconds to wait, with nothing taken; 0: they are taken
   */
  long take(int bytes) {
    if (rate == 0) {
      return REST_NANOS;
    }
    long wait = coming.take(bytes, rate, clock.nanos());
    came += wait == 0 ? bytes : 0;
    return wait;
  }

  /**
   * Lets a part go to another node, now or after a while.
   *
   * @param bytes of it
   * @param go lets it go
   * @param refused it would take too long
   */
  public void ship(int bytes, Runnable go, Runnable refused) {
    loop.run(() -> shipFromLoop(Math.max(LEAST_CHARGE, bytes), go, refused));
  }

  private void shipFromLoop(int bytes, Runnable go, Runnable refused) {
    long now = clock.nanos();
    if (rate == 0 || going.ahead(now) > MOST_WAIT_NANOS) {
      refused.run();
      return;
    }
    went += bytes;
    long wait = going.reserve(bytes, GOING * rate, now);
    if (wait == 0) {
      go.run();
    } else {
      loop.schedule(wait, go);
    }
  }
}
