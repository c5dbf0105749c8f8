package io.zabdb.core.step;

/**
 * A connection from one replica (a follower) to another (its leader): reliable and in order until
 * it breaks, and never used again after that.
 *
 * @param initiator the member that opened it, from 0
 * @param acceptor the member that it leads to
 * @param number unique among the initiator's connections, across its restarts
 */
public record Connection(int initiator, int acceptor, long number) {

  @Override
  public String toString() {
    return initiator + ">" + acceptor + "#" + number;
  }
}
