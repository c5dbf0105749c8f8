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
   * @param update null: it is none
   * @param read null: it is none
   * @param point null: it is no question for a read point
   * @param since when an update came, in nanoseconds of the clock
   */
  record Pending(
      String partition,
      List<Long> tokens,
      UpdateCallback update,
      ReadCallback read,
      PointCallback point,
      long since) {

    static Pending of(String partition, List<Long> tokens, UpdateCallback update, long since) {
      return new Pending(partition, tokens, update, null, null, since);
    }

    static Pending of(ReadCallback read) {
      return new Pending("", List.of(), null, read, null, 0);
    }

    static Pending of(PointCallback point) {
      return new Pending("", List.of(), null, null, point, 0);
    }

    void refused(Refusal refusal, int leader) {
      if (update != null) {
        update.refused(refusal, leader);
      } else if (read != null) {
        read.refused(refusal, leader);
      } else {
        point.refused(refusal, leader);
      }
    }
  }

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

  /**
   * The reads of these tokens are to be served; others that asked for a read point are told it.
   *
   * @param length what they must see
   */
  List<ReadCallback> reads(List<Long> tokens, long length) {
    List<ReadCallback> reads = new ArrayList<>();
    for (long token : tokens) {
      Pending one = pending.remove(token);
      if (one.read() != null) {
        reads.add(one.read());
      } else {
        one.point().point(length);
      }
    }
    return reads;
  }

  /** It is not known whether an update happens. */
  void unknown(long token) {
    pending.remove(token).update().unknown();
  }

  void refuse(Output.Refuse refuse) {
    pending.remove(refuse.token()).refused(refuse.refusal(), refuse.leader());
  }

  /** The replica ends: all are told what can be told. */
  void end() {
    for (Pending one : pending.values()) {
      if (one.update() != null) {
        one.update().unknown();
      } else {
        one.refused(Refusal.NOT_LEADER, -1);
      }
    }
    pending.clear();
  }
}
