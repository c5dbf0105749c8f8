package io.zabdb.maelstrom.runtime;

import io.zabdb.environment.Workers;
import io.zabdb.environment.threads.ThreadWorkers;

/** Workers that wait for the disk and do not keep a process that ends. */
public final class DaemonWorkers {

  private DaemonWorkers() {}

  /**
   * New ones.
   *
   * @param suffix what the names of their threads end with
   */
  public static Workers named(String suffix) {
    return new ThreadWorkers(
        task -> {
          Thread thread = new Thread(task);
          thread.setDaemon(true);
          return thread;
        },
        suffix);
  }
}
