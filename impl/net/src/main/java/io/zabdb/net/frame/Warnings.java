package io.zabdb.net.frame;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.helpers.MessageFormatter;

/**
 * Logs warnings that may come thousands of times a minute: each text once a minute at most, with
 * the number of those that were left out. The last {@value #REMEMBERED} texts are remembered.
 * Thread-safe.
 */
public final class Warnings {

  static final int REMEMBERED = 256;
  static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final class LastWarning {
    private long logged;
    private long leftOut;
  }

  private final Logger log;
  private final LongSupplier nanos;

  private final Map<String, LastWarning> texts =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, LastWarning> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * @param nanos a clock that never goes back, in nanoseconds
   */
  public Warnings(Logger log, LongSupplier nanos) {
    this.log = log;
    this.nanos = nanos;
  }

  /** Warns, if that is news. */
  public void warn(String format, Object... arguments) {
    String text = MessageFormatter.arrayFormat(format, arguments).getMessage();
    long leftOut;
    synchronized (texts) {
      LastWarning last = texts.get(text);
      long now = nanos.getAsLong();
      if (last != null && now - last.logged < PERIOD_NANOS) {
        last.leftOut++;
        return;
      }
      leftOut = last == null ? 0 : last.leftOut;
      LastWarning fresh = new LastWarning();
      fresh.logged = now;
      texts.put(text, fresh);
    }
    if (leftOut == 0) {
      log.warn("{}", text);
    } else {
      log.warn("{} ({} times more since this was logged last)", text, leftOut);
    }
  }
}
