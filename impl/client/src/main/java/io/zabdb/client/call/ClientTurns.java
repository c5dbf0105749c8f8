package io.zabdb.client.call;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets the events of a client take turns, so that what decides about calls needs no locks of its
 * own. What a turn decides to do outside, such as sending and completing, is done by the same
 * thread behind the turn: other turns do not wait for it. Thread-safe.
 */
final class ClientTurns {

  private final ReentrantLock lock = new ReentrantLock();
  private List<Runnable> behind = new ArrayList<>();

  /** Takes a turn; within a turn, as a part of it. */
  void take(Runnable event) {
    if (lock.isHeldByCurrentThread()) {
      event.run();
      return;
    }
    List<Runnable> toDo;
    lock.lock();
    try {
      event.run();
    } finally {
      toDo = behind;
      behind = new ArrayList<>();
      lock.unlock();
    }
    toDo.forEach(Runnable::run);
  }

  /** Arranges something to be done behind this turn. */
  void behind(Runnable action) {
    behind.add(action);
  }
}
