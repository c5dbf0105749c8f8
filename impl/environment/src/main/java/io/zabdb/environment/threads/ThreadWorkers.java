package io.zabdb.environment.threads;

import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import java.util.concurrent.ThreadFactory;

/** Workers that have a thread each, while there is something to do. Thread-safe. */
public final class ThreadWorkers implements Workers {

  private final ThreadFactory threads;
  private final String suffix;

  /**
   * @param threads makes the threads; they must not be interrupted
   * @param suffix what the names of threads end with, behind the purpose. Tools of the system show
   *     the first 15 characters of a name
   */
  public ThreadWorkers(ThreadFactory threads, String suffix) {
    this.threads = threads;
    this.suffix = suffix;
  }

  @Override
  public Worker open(String purpose, int maxWaiting) {
    return new ThreadWorker(
        maxWaiting,
        task -> {
          Thread thread = threads.newThread(task);
          thread.setName(purpose + suffix);
          return thread;
        });
  }
}
