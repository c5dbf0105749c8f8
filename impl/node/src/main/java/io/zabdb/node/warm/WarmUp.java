package io.zabdb.node.warm;

import io.zabdb.replica.health.Ailment;
import io.zabdb.replica.health.NodeHealth;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warms a process up: classes that only leaders need are loaded, and what they do is compiled.
 * Until then the node is COLD: it is not chosen to lead while another can be.
 *
 * <p>A transfer to a successor that had never led took longer than an election waits, so that it
 * ended as one: to load and to link code for the first time takes longer than to run it.
 */
public final class WarmUp implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

  private static final int GROUPS = 5;
  private static final int TRANSFERS = 10;
  private static final int OPERATIONS = 100;

  private final NodeHealth health;

  private WarmUp(NodeHealth health) {
    this.health = health;
  }

  /**
   * The node is cold from now on, until a thread of its own has rehearsed, which takes a second or
   * some of one processor.
   *
   * @param level of pressure at which a replica is not chosen, but asks for nothing; at least 1
   */
  public static Thread begin(NodeHealth health, int level) {
    health.strained(Ailment.COLD, NodeHealth.NODE, level, "the process has just started");
    Thread thread = new Thread(new WarmUp(health), "warm-up");
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
    thread.start();
    return thread;
  }

  @Override
  public void run() {
    long since = System.nanoTime();
    try {
      for (int group = 0; group < GROUPS && !Thread.currentThread().isInterrupted(); group++) {
        Rehearsal rehearsal = new Rehearsal();
        for (int i = 0; i < TRANSFERS; i++) {
          rehearsal.serve(OPERATIONS);
          rehearsal.transfer();
        }
      }
      LOG.info("warm after {} ms", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since));
    } finally {
      health.cleared(Ailment.COLD, NodeHealth.NODE);
    }
  }
}
