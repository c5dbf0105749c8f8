package io.zabdb.budget;

/** Somebody who waits for room. Thread-safe. */
public final class RoomWait {

  final long bytes;
  final Runnable task;

  private final MemoryAccount account;

  RoomWait(MemoryAccount account, long bytes, Runnable task) {
    this.account = account;
    this.bytes = bytes;
    this.task = task;
  }

  /**
   * Waits no more.
   *
   * @return true: nothing was taken, and the task will not run; false: the bytes are taken, and the
   *     task has run or is about to
   */
  public boolean cancel() {
    return account.cancel(this);
  }
}
