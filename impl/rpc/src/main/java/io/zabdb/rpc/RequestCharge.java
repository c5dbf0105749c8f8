package io.zabdb.rpc;

import io.zabdb.budget.MemoryAccount;

/** What is taken from an account. */
record RequestCharge(MemoryAccount account, long bytes) {

  void give() {
    account.give(bytes);
  }
}
