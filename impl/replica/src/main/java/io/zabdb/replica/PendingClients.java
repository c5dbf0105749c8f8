package io.zabdb.replica;

import io.zabdb.core.step.Output;
import io.zabdb.core.step.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Those who have asked the core for an update or a read and wait for its answer. By the loop. */
final class PendingClients {

  /**
   * One of them.
   *
   * @param partition of an update
   * @param tokens of its rows; none if it has none
   * @param update null: it is a read
   * @param since when it came, in nanoseconds of the clock
   */
  record Pending(
      String partition, List<Long> tokens, UpdateCallback update, ReadCallback read, long since) {}

  private final Map<Long, Pending> pending = new HashMap<>();
  private long lastToken;

  /** Notes one; the token is the core's for it. */
  long add(Pending one) {
    long token = ++lastToken;
    pending.put(token, one);
    return token;
  }

  /** Its answer is known. */
  Pending remove(long token) {
    return pending.remove(token);
  }

  /** The reads of these tokens are to be served. */
  List<ReadCallback> reads(List<Long> tokens) {
    List<ReadCallback> reads = new ArrayList<>();
    for (long token : tokens) {
      reads.add(pending.remove(token).read());
    }
    return reads;
  }

  /** It is not known whether an update happens. */
  void unknown(long token) {
    pending.remove(token).update().unknown();
  }

  void refuse(Output.Refuse refuse) {
    Pending one = pending.remove(refuse.token());
    if (one.update() != null) {
      one.update().refused(refuse.refusal(), refuse.leader());
    } else {
      one.read().refused(refuse.refusal(), refuse.leader());
    }
  }

  /** The replica ends: all are told what can be told. */
  void end() {
    for (Pending one : pending.values()) {
      if (one.update() != null) {
        one.update().unknown();
      } else {
        one.read().refused(Refusal.NOT_LEADER, -1);
      }
    }
    pending.clear();
  }
}
