package io.zabdb.environment;

import java.util.concurrent.Executor;

/**
 * The loop that owns a replica: it runs one action at a time, in the order in which they came. Its
 * actions never wait. May be called from anywhere.
 */
public interface Loop extends Executor {

  /** An action that is due at some time. */
  interface Timer {

    /** It does not run any more, unless it runs already. For the loop. */
    void cancel();
  }

  /**
   * Runs an action soon, and never before this call has returned. Nothing happens after its end.
   */
  @Override
  void execute(Runnable action);

  /** Whether the caller is an action of this loop. */
  boolean isInside();

  /**
   * Runs an action once, after a while.
   *
   * @param nanos from now, in nanoseconds; what is not above 0 is due at once
   */
  Timer schedule(long nanos, Runnable action);

  /** Runs an action now if the caller is an action of this loop, otherwise soon. */
  default void run(Runnable action) {
    if (isInside()) {
      action.run();
    } else {
      execute(action);
    }
  }
}
