package io.zabdb.budget;

import java.util.ArrayList;
import java.util.List;

/** The accounts of one area. Its monitor guards them all. */
final class Pool {

  private final long limit;
  private final List<MemoryAccount> accounts = new ArrayList<>();

  /** The sum of what accounts use or, where that is more, are promised. */
  private long claimed;

  private long used;

  Pool(long limit) {
    this.limit = limit;
  }

  synchronized MemoryAccount open(Purpose purpose, long floor, long most) {
    MemoryAccount account = new MemoryAccount(this, purpose, floor, most);
    accounts.add(account);
    claimed += account.claimed();
    return account;
  }

  long limit() {
    return limit;
  }

  synchronized long used() {
    return used;
  }

  synchronized long floors() {
    return accounts.stream().mapToLong(MemoryAccount::floor).sum();
  }

  /** Under the monitor. Whether an account may take so much more. */
  boolean hasRoom(MemoryAccount account, long bytes) {
    if (bytes > account.limit() - account.usedNow()) {
      return false;
    }
    long more = Math.max(account.usedNow() + bytes, account.floor()) - account.claimed();
    // What was promised is had, even if others have overdrawn.
    return more == 0 || more <= limit - claimed;
  }

  /** Under the monitor. */
  void add(MemoryAccount account, long bytes) {
    claimed -= account.claimed();
    account.add(bytes);
    claimed += account.claimed();
    used += bytes;
  }

  void give(MemoryAccount account, long bytes) {
    List<RoomWait> served;
    synchronized (this) {
      account.subtract(bytes);
      used -= bytes;
      claimed -= account.claimedWith(bytes) - account.claimed();
      served = serve();
    }
    served.forEach(wait -> wait.task.run());
  }

  /** Gives up waiting, and serves those behind: the one that left may have been too large. */
  boolean cancel(MemoryAccount account, RoomWait wait) {
    List<RoomWait> served;
    synchronized (this) {
      if (!account.stopWaiting(wait)) {
        return false;
      }
      served = serve();
    }
    served.forEach(next -> next.task.run());
    return true;
  }

  /** Under the monitor. Gives room to those who wait; they are to be told without the monitor. */
  private List<RoomWait> serve() {
    List<RoomWait> served = List.of();
    for (int i = 0; i < accounts.size(); i++) {
      MemoryAccount account = accounts.get(i);
      for (RoomWait first = account.firstWaiting();
          first != null && hasRoom(account, first.bytes);
          first = account.firstWaiting()) {
        account.stopWaiting(first);
        add(account, first.bytes);
        if (served.isEmpty()) {
          served = new ArrayList<>();
        }
        served.add(first);
      }
    }
    return served;
  }
}
