package io.zabdb.rpc;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.RoomWait;
import io.zabdb.net.frame.FrameRoom;
import io.zabdb.net.frame.PaceMeter;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.wire.Reason;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The memory for what one client sends. A large request waits for room, and its connection with it;
 * what was taken stays taken until the request is answered. By the event loop of the channel.
 */
final class RequestRoom implements FrameRoom {

  /** Enough for a hello. */
  private static final int MAX_BEFORE_HELLO = 4 << 10;

  private final Admission admission;
  private final Channel channel;
  private final long patienceMillis;
  private final Runnable readingChanged;
  private final PaceMeter pace = new PaceMeter();
  private boolean greeted;

  /** Of the frame that comes; null: nothing is taken. */
  private MemoryAccount account;

  private int taken;
  private RoomWait waiting;
  private Future<?> late;

  /**
   * Room of a connection.
   *
   * @param patienceMillis how long a frame waits for room
   * @param readingChanged run when {@link #isWaiting} has changed
   */
  RequestRoom(Admission admission, Channel channel, long patienceMillis, Runnable readingChanged) {
    this.admission = admission;
    this.channel = channel;
    this.patienceMillis = patienceMillis;
    this.readingChanged = readingChanged;
  }

  /** The client has said hello: it may send requests. */
  void greeted() {
    greeted = true;
  }

  /** Whether nothing must be read for want of room. */
  boolean isWaiting() {
    return waiting != null;
  }

  /** How fast a frame comes that has begun. */
  PaceMeter pace() {
    return pace;
  }

  @Override
  public int mostBytes() {
    return greeted
        ? (int) Math.min(Integer.MAX_VALUE, admission.requests(Integer.MAX_VALUE).limit())
        : MAX_BEFORE_HELLO;
  }

  @Override
  public boolean take(int bytes, Runnable later) throws RefusedException {
    account = admission.requests(bytes);
    taken = bytes;
    if (bytes <= Admission.LARGE) {
      // Once it is whole it can be refused by an answer. Until then it is little, and not for long.
      account.take(bytes);
      pace.began(System.nanoTime());
      return true;
    }
    if (account.tryTake(bytes)) {
      pace.began(System.nanoTime());
      return true;
    }
    if (bytes > account.limit()) {
      account = null;
      throw new RefusedException(
          Reason.TOO_LONG, "a frame of " + bytes + " bytes, where there is never so much memory");
    }
    late = channel.eventLoop().schedule(this::giveUp, patienceMillis, TimeUnit.MILLISECONDS);
    MemoryAccount wanted = account;
    waiting = wanted.whenRoom(bytes, () -> granted(wanted, bytes, later));
    readingChanged.run();
    return false;
  }

  /** By any thread. */
  private void granted(MemoryAccount from, int bytes, Runnable later) {
    try {
      channel.eventLoop().execute(() -> goOn(from, bytes, later));
    } catch (RejectedExecutionException e) {
      from.give(bytes);
    }
  }

  private void goOn(MemoryAccount from, int bytes, Runnable later) {
    if (waiting == null) {
      // Given up meanwhile.
      from.give(bytes);
      return;
    }
    waiting = null;
    late.cancel(false);
    pace.began(System.nanoTime());
    later.run();
    readingChanged.run();
  }

  private void giveUp() {
    if (waiting == null) {
      return;
    }
    RefusedException refusal =
        new RefusedException(
            Reason.OVERLOADED,
            "there was no memory for a request of "
                + taken
                + " bytes within "
                + patienceMillis
                + " ms; "
                + account.limit()
                + " is the most for all such requests");
    give(taken);
    channel.pipeline().fireExceptionCaught(refusal);
  }

  /**
   * The frame has come whole and is a request of so many bytes.
   *
   * @return what was taken for it, now the caller's; null: nothing is
   */
  RequestCharge handOver() {
    if (account == null) {
      return null;
    }
    if (taken <= Admission.LARGE) {
      give(taken);
      return null;
    }
    RequestCharge charge = new RequestCharge(account, taken);
    account = null;
    pace.ended();
    return charge;
  }

  @Override
  public void came(int bytes) {
    pace.moved(bytes);
  }

  @Override
  public void give(int bytes) {
    pace.ended();
    if (waiting != null) {
      // Granted a moment ago, it is given back when this thread hears of it.
      waiting.cancel();
      waiting = null;
      late.cancel(false);
    } else if (account != null) {
      account.give(taken);
    }
    account = null;
  }
}
