package io.zabdb.log;

import io.zabdb.core.message.Zxid;
import java.nio.ByteBuffer;

/**
 * A place in a log: behind its first {@code length} entries.
 *
 * @param length how many, from 0
 * @param last the zxid of the last of them; {@link Zxid#ZERO} if there are none
 */
public record LogPosition(long length, Zxid last) {

  /** Before the first entry. */
  public static final LogPosition START = new LogPosition(0, Zxid.ZERO);

  void put(ByteBuffer into) {
    into.putLong(length);
    into.putLong(last.epoch());
    into.putLong(last.counter());
  }

  static LogPosition get(ByteBuffer from) {
    return new LogPosition(from.getLong(), new Zxid(from.getLong(), from.getLong()));
  }

  @Override
  public String toString() {
    return length + " (zxid " + last + ")";
  }
}
