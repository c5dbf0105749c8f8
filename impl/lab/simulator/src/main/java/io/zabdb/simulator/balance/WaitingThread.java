package io.zabdb.simulator.balance;

import java.util.concurrent.Semaphore;

/**
 * Runs production code that waits for answers, in a thread of its own: either this thread runs or
 * the world does, never both, so that a run is the same each time. For the world's thread, but for
 * {@link #await}.
 */
final class WaitingThread {

  /** Unwinds the thread: whoever ran in it is no more. */
  private static final class Ended extends Error {
    private static final long serialVersionUID = 1;

    Ended() {
      super("the simulated process has ended", null, false, false);
    }
  }

  /** What runs in it. */
  interface Work {
    void run() throws InterruptedException;
  }

  private final Semaphore own = new Semaphore(0);
  private final Semaphore world = new Semaphore(0);
  private final Thread thread;
  private boolean isEnding;
  private boolean isOver;
  private Throwable failure;

  WaitingThread(String name, Work work) {
    thread = new Thread(() -> run(work), name);
    thread.setDaemon(true);
  }

  private void run(Work work) {
    own.acquireUninterruptibly();
    try {
      if (!isEnding) {
        work.run();
      }
    } catch (Ended e) {
      // As it was told.
    } catch (InterruptedException | RuntimeException | Error e) {
      failure = e;
    }
    isOver = true;
    world.release();
  }

  /** Begins; comes back when it waits, or has ended. */
  void start() {
    thread.start();
    goOn();
  }

  /**
   * It goes on until it waits again, or has ended, unless it has ended before.
   *
   * @throws IllegalStateException if its work failed
   */
  void goOn() {
    if (isOver) {
      return;
    }
    own.release();
    world.acquireUninterruptibly();
    if (failure != null) {
      throw new IllegalStateException("what waits in virtual time has failed", failure);
    }
  }

  /** It ends where it waits. */
  void end() {
    isEnding = true;
    goOn();
  }

  boolean isOver() {
    return isOver;
  }

  /** The world goes on until it calls {@link #goOn}. For this thread. */
  void await() {
    world.release();
    own.acquireUninterruptibly();
    if (isEnding) {
      throw new Ended();
    }
  }
}
