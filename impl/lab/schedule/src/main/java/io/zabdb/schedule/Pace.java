package io.zabdb.schedule;

import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Sight;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * How long things last: as the settings say, and longer where restarts take long. It sees how long
 * they take. Times are in microseconds. Not thread-safe.
 */
final class Pace {

  /** So many restarts are remembered. */
  private static final int REMEMBERED = 5;

  private final ScheduleSettings settings;
  private final Random random;
  private final Deque<Long> restarts = new ArrayDeque<>();

  /** When nodes were started that are not in sync yet. */
  private final Map<Integer, Long> starting = new HashMap<>();

  private long now;
  private long ledSince = -1;

  Pace(ScheduleSettings settings, Random random) {
    this.settings = settings;
    this.random = random;
  }

  void see(Sight sight) {
    now = sight.micros();
    if (sight.leader().isEmpty()) {
      ledSince = -1;
    } else if (ledSince < 0) {
      ledSince = now;
    }
    for (int node = 0; node < sight.nodes().size(); node++) {
      if (starting.containsKey(node) && sight.nodes().get(node).inSync()) {
        restarts.addLast(now - starting.remove(node));
        if (restarts.size() > REMEMBERED) {
          restarts.removeFirst();
        }
      }
    }
  }

  /** This is being done. */
  void note(Deed deed) {
    if (deed.act() == Act.START) {
      deed.nodes().forEach(node -> starting.put(node, now));
    } else if (deed.act().isFault()) {
      deed.nodes().forEach(starting::remove);
    }
  }

  /** Whether a node was not started, or so long ago that it may be tried again. */
  boolean mayStart(int node) {
    return !starting.containsKey(node) || now - starting.get(node) > settings.restart();
  }

  /** How long a restart takes: the longest that was lately seen, or is under way. */
  long restart() {
    LongStream underWay = starting.values().stream().mapToLong(begun -> now - begun);
    LongStream seen = restarts.stream().mapToLong(Long::longValue);
    return LongStream.concat(underWay, seen).max().orElse(settings.restart());
  }

  /** How long nothing is done. */
  long calm() {
    return Math.max(drawn(settings.calm()), restart() / 2);
  }

  /** How long a fault lasts. */
  long fault() {
    return Math.max(drawn(settings.fault()), restart());
  }

  /** How long the quorum is away: that restarts take long makes it no longer. */
  long outage() {
    return drawn(settings.outage());
  }

  /**
   * The time between two of several faults; that who was started is back, they see to themselves.
   */
  long beat() {
    return drawn(settings.fault() / 2);
  }

  /** How long to wait for those at whom a fault is aimed. */
  long patience() {
    return settings.fault();
  }

  /**
   * Whether a window may end whose time is over: somebody has led for a while, so that clients must
   * have succeeded; or that takes too long.
   *
   * @param end when its time was over
   */
  boolean mayEnd(long end) {
    boolean served = ledSince >= 0 && now - ledSince >= settings.calm() / 2;
    return now >= end && (served || now >= end + settings.recovery());
  }

  boolean isLed() {
    return ledSince >= 0;
  }

  private long drawn(long least) {
    return least + (long) (random.nextDouble() * least);
  }
}
