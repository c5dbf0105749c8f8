package io.zabdb.trace.state;

import io.zabdb.core.message.Zxid;

/**
 * What a server reported by ACKEPOCH ({@code ZabState!ackEpoch}).
 *
 * @param state {@code none}, {@code first} or {@code again}
 */
public record VoteState(String state, long epoch, Zxid zxid) {

  public static final VoteState NONE = new VoteState("none", 0, Zxid.ZERO);
}
