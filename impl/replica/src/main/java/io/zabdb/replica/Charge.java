package io.zabdb.replica;

import io.zabdb.budget.MemoryAccount;

/** What one part of a replica has taken of an account of the process. Thread-safe. */
final class Charge {

  private final MemoryAccount account;
  private long bytes;

  Charge(MemoryAccount account) {
    this.account = account;
  }

  /** So much is used now: what cannot be refused. */
  void set(long now) {
    add(now - bytes());
  }

  /** So much more is used, or less. */
  void add(long more) {
    synchronized (this) {
      bytes += more;
    }
    if (more > 0) {
      account.take(more);
    } else {
      account.give(-more);
    }
  }

  synchronized long bytes() {
    return bytes;
  }
}
