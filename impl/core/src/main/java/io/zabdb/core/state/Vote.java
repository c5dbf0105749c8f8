package io.zabdb.core.state;

import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.message.Zxid;
import org.jspecify.annotations.Nullable;

/**
 * What a member reported by ACKEPOCH ({@code ZabState!ackEpoch}).
 *
 * @param promise whether it counts towards the quorum of discovery
 * @param epoch the member's currentEpoch
 * @param zxid the last of its history
 */
public record Vote(@Nullable Promise promise, long epoch, Zxid zxid) {

  /** Nothing reported yet. */
  public static final Vote NONE = new Vote(null, 0, Zxid.ZERO);
}
