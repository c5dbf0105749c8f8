package io.zabdb.rpc;

import io.netty.channel.Channel;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.RoomWait;
import io.zabdb.net.frame.FrameRoom;
import java.util.concurrent.RejectedExecutionException;

/**
 * The memory for large responses to one connection of a node that asks others on behalf of its
 * clients: while there is none, nothing is read, and the other node waits, or closes the connection
 * as that of a slow client. By the event loop of the channel.
 */
final class ResponseRoom implements FrameRoom {

  private final Channel channel;
  private final MemoryAccount account;

  /** What is taken. */
  private int taken;

  private RoomWait waiting;

  ResponseRoom(Channel channel, MemoryAccount account) {
    this.channel = channel;
    this.account = account;
  }

  @Override
  public int mostBytes() {
    return (int) Math.min(Integer.MAX_VALUE, account.limit());
  }

  @Override
  public boolean take(int bytes, Runnable later) {
    if (bytes <= Admission.LARGE) {
      return true;
    }
    if (account.tryTake(bytes)) {
      taken = bytes;
      return true;
    }
    channel.config().setAutoRead(false);
    waiting = account.whenRoom(bytes, () -> granted(bytes, later));
    return false;
  }

  /** By any thread. */
  private void granted(int bytes, Runnable later) {
    try {
      channel.eventLoop().execute(() -> goOn(bytes, later));
    } catch (RejectedExecutionException e) {
      account.give(bytes);
    }
  }

  private void goOn(int bytes, Runnable later) {
    if (waiting == null) {
      // The connection was closed meanwhile.
      account.give(bytes);
      return;
    }
    waiting = null;
    taken = bytes;
    later.run();
    if (waiting == null) {
      channel.config().setAutoRead(true);
    }
  }

  @Override
  public void came(int bytes) {}

  @Override
  public void give(int bytes) {
    if (waiting != null) {
      // Granted a moment ago, it is given back when this thread hears of it.
      waiting.cancel();
      waiting = null;
    }
    if (taken > 0) {
      int all = taken;
      taken = 0;
      account.give(all);
    }
  }
}
