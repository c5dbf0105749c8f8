package io.zabdb.core.message;

import io.zabdb.core.group.Roster;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the replicated log: a request of a client session under the zxid that its leader gave
 * it. Immutable: {@code payload} must not be changed. The core never looks into it.
 *
 * @param epoch the epoch in which it was proposed
 * @param counter its place in that epoch, from 1
 * @param session the client session
 * @param seq the number of the request in its session, from 1
 * @param payload the command, opaque to the core; null: not in memory, to be read from the log
 */
public record Entry(long epoch, long counter, long session, long seq, byte @Nullable [] payload) {

  /**
   * The command.
   *
   * @throws IllegalStateException if it is not in memory
   */
  @Override
  public byte[] payload() {
    if (payload == null) {
      throw new IllegalStateException("the payload of " + this + " is not in memory");
    }
    return payload;
  }

  public Zxid zxid() {
    return new Zxid(epoch, counter);
  }

  /** Whether the payload is in memory. */
  public boolean isInMemory() {
    return payload != null;
  }

  /**
   * The same entry, its payload to be read from the log; but rosters, which the core reads, keep
   * theirs.
   */
  public Entry withoutPayload() {
    return session == Roster.SESSION ? this : new Entry(epoch, counter, session, seq, null);
  }

  /** Whether this entry comes after {@code zxid}; allocates nothing. */
  public boolean isAfter(Zxid zxid) {
    return epoch > zxid.epoch() || (epoch == zxid.epoch() && counter > zxid.counter());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Entry entry
        && epoch == entry.epoch
        && counter == entry.counter
        && session == entry.session
        && seq == entry.seq
        && Arrays.equals(payload, entry.payload);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(epoch * 31 + counter) * 31 + Long.hashCode(session * 31 + seq);
  }

  @Override
  public String toString() {
    return epoch + "." + counter + "(" + session + "#" + seq + ")";
  }
}
