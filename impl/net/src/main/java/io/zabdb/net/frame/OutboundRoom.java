package io.zabdb.net.frame;

import io.zabdb.budget.MemoryAccount;

/** The account of what is written and not yet taken by sockets. */
public interface OutboundRoom {

  /** For a side that has no budget; a channel's watermark is the limit then. */
  OutboundRoom UNLIMITED =
      new OutboundRoom() {
        @Override
        public boolean tryTake(int bytes) {
          return true;
        }

        @Override
        public void give(int bytes) {}

        @Override
        public Runnable whenRoom(int bytes, Runnable task) {
          throw new IllegalStateException("there is always room");
        }
      };

  /** Draws on an account. */
  static OutboundRoom of(MemoryAccount account) {
    return new OutboundRoom() {
      @Override
      public boolean tryTake(int bytes) {
        return account.tryTake(bytes);
      }

      @Override
      public void give(int bytes) {
        account.give(bytes);
      }

      @Override
      public Runnable whenRoom(int bytes, Runnable task) {
        var wait = account.whenRoom(bytes, task);
        return wait::cancel;
      }
    };
  }

  boolean tryTake(int bytes);

  void give(int bytes);

  /**
   * Runs the task once the bytes are taken.
   *
   * @return gives up waiting; nothing if the task has run
   */
  Runnable whenRoom(int bytes, Runnable task);
}
