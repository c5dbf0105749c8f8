package io.zabdb.testkit.sim.store;

import io.zabdb.core.session.Retention;
import java.nio.ByteBuffer;

/**
 * What a command says of sessions. Runs in which none is forgotten leave it out.
 *
 * @param time of the leader, in milliseconds
 * @param opened when the session was opened, in milliseconds
 * @param kept how much is to be kept
 */
public record Terms(long time, long opened, Retention kept) {

  /** What a command means that leaves it out. */
  static final Terms NONE = new Terms(0, 0, Retention.FOREVER);

  static final int BYTES = 4 * Long.BYTES;

  boolean isLeftOut() {
    return kept.equals(Retention.FOREVER);
  }

  void put(ByteBuffer bytes) {
    bytes.putLong(time).putLong(opened).putLong(kept.millis()).putLong(kept.records());
  }

  static Terms take(ByteBuffer bytes) {
    return new Terms(
        bytes.getLong(), bytes.getLong(), new Retention(bytes.getLong(), bytes.getLong()));
  }
}
