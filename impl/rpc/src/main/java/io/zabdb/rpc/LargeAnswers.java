package io.zabdb.rpc;

import io.netty.util.concurrent.Future;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.Purpose;
import io.zabdb.budget.RoomWait;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The large answers of one connection: so many bytes at once that it cannot keep others from
 * theirs, though always one. Those that must wait do so in order. Thread-safe.
 */
final class LargeAnswers {

  /** An answer that waits for room. */
  final class AnswerWait {

    private final long bytes;
    private final Runnable granted;
    private final Runnable givenUp;
    private Future<?> late;
    private boolean over;

    AnswerWait(long bytes, Runnable granted, Runnable givenUp) {
      this.bytes = bytes;
      this.granted = granted;
      this.givenUp = givenUp;
    }

    /** Its time is over. */
    void expire() {
      if (end(this)) {
        givenUp.run();
        advance();
      }
    }

    /** To be cancelled when it has been served. */
    void expiresBy(Future<?> timer) {
      synchronized (LargeAnswers.this) {
        late = timer;
        if (over) {
          timer.cancel(false);
        }
      }
    }
  }

  private final MemoryAccount account;
  private final long most;

  // Guarded by this.
  private final Deque<AnswerWait> waiting = new ArrayDeque<>();
  private long held;

  /** Whether the first of those that wait does so at the account. */
  private AnswerWait asking;

  private RoomWait room;
  private boolean closed;

  LargeAnswers(Admission admission) {
    account = admission.account(Purpose.LARGE_ANSWERS);
    most = admission.mostAnswersOfOne();
  }

  private boolean fits(long bytes) {
    return held == 0 || held + bytes <= most;
  }

  /** Takes, if that can be done at once and no other waits. */
  synchronized boolean tryTake(long bytes) {
    if (closed || !waiting.isEmpty() || !fits(bytes) || !account.tryTake(bytes)) {
      return false;
    }
    held += bytes;
    return true;
  }

  /** Takes more for an answer that has turned out to be longer, whether or not there is room. */
  synchronized void take(long bytes) {
    account.take(bytes);
    held += bytes;
  }

  /** Gives back. */
  void give(long bytes) {
    synchronized (this) {
      held -= bytes;
    }
    account.give(bytes);
    advance();
  }

  /**
   * Waits for room.
   *
   * @param bytes at most the limit of the account
   * @param granted run when it is taken
   * @param givenUp run instead when the wait expires, or the connection is closed
   */
  AnswerWait whenRoom(long bytes, Runnable granted, Runnable givenUp) {
    AnswerWait wait = new AnswerWait(bytes, granted, givenUp);
    boolean refused;
    synchronized (this) {
      refused = closed;
      if (!refused) {
        waiting.add(wait);
      }
    }
    if (refused) {
      givenUp.run();
    } else {
      advance();
    }
    return wait;
  }

  /** Lets the first of those that wait ask for room, if it may have it. */
  private void advance() {
    AnswerWait first;
    synchronized (this) {
      first = waiting.peek();
      if (asking != null || first == null || !fits(first.bytes)) {
        return;
      }
      asking = first;
    }
    RoomWait asked = account.whenRoom(first.bytes, () -> granted(first));
    synchronized (this) {
      if (asking == first) {
        room = asked;
        return;
      }
    }
    // Over meanwhile: nothing is taken if it can still be called off.
    asked.cancel();
  }

  private void granted(AnswerWait wait) {
    boolean wanted;
    synchronized (this) {
      wanted = asking == wait && !wait.over;
      if (wanted) {
        asking = null;
        room = null;
        held += wait.bytes;
        conclude(wait);
      }
    }
    if (!wanted) {
      account.give(wait.bytes);
      return;
    }
    wait.granted.run();
    advance();
  }

  /** It is granted or given up, from this moment on; guarded by this. */
  private void conclude(AnswerWait wait) {
    wait.over = true;
    waiting.remove(wait);
    if (wait.late != null) {
      wait.late.cancel(false);
    }
  }

  /** Whether it was not over before. */
  private boolean end(AnswerWait wait) {
    RoomWait asked = null;
    synchronized (this) {
      if (wait.over) {
        return false;
      }
      conclude(wait);
      if (asking == wait) {
        asking = null;
        asked = room;
        room = null;
      }
    }
    if (asked != null) {
      asked.cancel();
    }
    return true;
  }

  /** The connection is closed: its requests no longer wait. */
  void close() {
    AnswerWait[] all;
    synchronized (this) {
      closed = true;
      all = waiting.toArray(AnswerWait[]::new);
    }
    for (AnswerWait wait : all) {
      if (end(wait)) {
        wait.givenUp.run();
      }
    }
  }
}
