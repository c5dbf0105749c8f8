package io.zabdb.cli.node;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jline.utils.Signals;

/**
 * Turns the signals that ask a process to end into a stop in order; the second ends it at once.
 * Without this the JVM would end at the first, with an exit code that looks like a failure.
 */
final class StopSignals {

  private StopSignals() {}

  /**
   * @param stop is told the signal's name; must return at once
   * @param force ends the process
   */
  static void install(Consumer<String> stop, Runnable force) {
    AtomicBoolean asked = new AtomicBoolean();
    for (String signal : new String[] {"TERM", "INT", "HUP"}) {
      Signals.register(
          signal,
          () -> {
            if (asked.compareAndSet(false, true)) {
              stop.accept("SIG" + signal);
            } else {
              force.run();
            }
          });
    }
  }
}
