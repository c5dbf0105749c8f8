package io.zabdb.rpc;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Connections that have said nothing yet, the oldest first. Where they are many, the oldest must
 * go, but not at once: when a leader is gone, all clients connect to the others in the same moment,
 * and none has had the time to say anything. Thread-safe.
 *
 * @param <T> a connection
 */
final class SilentOnes<T> {

  /** So many may be silent for longer than {@link #GRACE_NANOS}. */
  static final int MOST = 256;

  /** To begin to speak takes far less, also where all begin together. */
  static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final LongSupplier nanoTime;

  /** Since when each is. Guarded by itself. */
  private final Map<T, Long> since = new LinkedHashMap<>();

  /**
   * @param nanoTime a monotonic clock
   */
  SilentOnes(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * One more has said nothing yet.
   *
   * @return the one to close, since there are too many; null: none
   */
  @Nullable T add(T one) {
    long now = nanoTime.getAsLong();
    synchronized (since) {
      since.put(one, now);
      boolean isOneTooMany =
          since.size() > MOST && now - since.values().iterator().next() > GRACE_NANOS;
      return isOneTooMany ? takeOldest() : null;
    }
  }

  /** One has spoken, or is gone. */
  void remove(T one) {
    synchronized (since) {
      since.remove(one);
    }
  }

  /** The oldest, which is to be closed, since there is no room for others; null: there is none. */
  @Nullable T takeOldest() {
    synchronized (since) {
      Iterator<T> all = since.keySet().iterator();
      if (!all.hasNext()) {
        return null;
      }
      T oldest = all.next();
      all.remove();
      return oldest;
    }
  }
}
