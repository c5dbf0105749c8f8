package io.zabdb.testkit.sim.command;

import io.zabdb.testkit.sim.campaign.Totals;
import java.io.PrintStream;

/** Tells how far a campaign has come, now and then. */
final class Progress {

  private static final long EVERY_MILLIS = 10_000;

  private Progress() {}

  /** Starts to tell; goes on until the thread is interrupted. */
  static Thread start(Totals totals, PrintStream out) {
    Thread thread = new Thread(() -> tell(totals, out), "progress");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void tell(Totals totals, PrintStream out) {
    try {
      while (true) {
        Thread.sleep(EVERY_MILLIS);
        out.println(totals.progress());
      }
    } catch (InterruptedException e) {
      // The campaign is over.
      Thread.currentThread().interrupt();
    }
  }
}
