package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import java.time.Duration;
import java.util.function.Consumer;

/** How long a command waits for what nodes do; what it waits for is told when it changes. */
final class Patience {

  private static final int POLL_MILLIS = 100;

  private final Duration limit;
  private final Consumer<String> told;
  private final long deadline;
  private String last = "";

  /** Its time begins now. */
  Patience(Duration limit, Consumer<String> told) {
    this.limit = limit;
    this.told = told;
    deadline = System.nanoTime() + limit.toNanos();
  }

  /**
   * Waits a moment, before it is looked again.
   *
   * @param why what is waited for
   * @throws CliException if the time is over
   */
  void pause(String why) throws InterruptedException, CliException {
    if (System.nanoTime() - deadline > 0) {
      throw CliException.differs(
          "not done after " + limit.toSeconds() + " s: " + why + "; ask again to go on");
    }
    if (!why.equals(last)) {
      told.accept(why);
      last = why;
    }
    Thread.sleep(POLL_MILLIS);
  }
}
