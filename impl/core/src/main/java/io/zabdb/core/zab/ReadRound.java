package io.zabdb.core.zab;

import java.util.ArrayList;
import java.util.List;

/**
 * The round of PING and PONG under way, and the reads that wait for it or for the next one ({@code
 * ZabState!reads}; the round's number outlives the role and is in {@link ReplicaState}). Not
 * thread-safe.
 */
final class ReadRound {

  long index;
  long acks;
  boolean active;

  /** Ticks since the last round began. */
  int age;

  /** Reads that the round under way serves. */
  private List<Long> served = new ArrayList<>();

  /** Reads that came after it had begun. */
  private List<Long> waiting = new ArrayList<>();

  void add(long token) {
    waiting.add(token);
  }

  int size() {
    return served.size() + waiting.size();
  }

  boolean isAnyWaiting() {
    return !waiting.isEmpty();
  }

  /** A new round begins, for all reads that wait. */
  void begin(long readIndex, long self) {
    index = readIndex;
    acks = self;
    active = true;
    if (served.isEmpty()) {
      List<Long> empty = served;
      served = waiting;
      waiting = empty;
    } else {
      served.addAll(waiting);
      waiting.clear();
    }
  }

  /** The round is over: the reads that it serves. */
  List<Long> end() {
    List<Long> done = served;
    served = new ArrayList<>();
    index = 0;
    acks = 0;
    active = false;
    return done;
  }

  /** All reads that wait for any round. */
  List<Long> abandon() {
    List<Long> all = end();
    all.addAll(waiting);
    waiting.clear();
    return all;
  }
}
