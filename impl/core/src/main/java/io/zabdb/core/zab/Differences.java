package io.zabdb.core.zab;

import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Described;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.Action;

/**
 * What brings one history in line with another, either way between a leader and a follower: made,
 * and installed whole or in parts ({@code specs/zab/Synchronization.tla}). Not thread-safe.
 */
public final class Differences {

  private final Context context;
  private final LogKeeping log;
  private final Guards guards;

  Differences(Context context, LogKeeping log, Guards guards) {
    this.context = context;
    this.log = log;
    this.guards = guards;
  }

  /** What a replica lacks whose history ends at {@code zxid}. */
  Difference since(Zxid zxid) {
    return guards.syncMessage(context.state, zxid);
  }

  void install(Difference difference) {
    guards.install(log, context.state, difference);
  }

  /**
   * {@code Synchronization!TakePart}: the beginning of a SYNC or PULLED is installed; the rest goes
   * on from there.
   *
   * @param expected whether a SYNC or PULLED is what comes next
   */
  public void takePart(
      boolean expected, int from, Connection connection, Message.Part message, Described subject) {
    ProtocolViolation.unlessExpected(
        expected && !message.difference().entries().isEmpty(), message, subject);
    install(message.difference());
    context.trace(Action.TakePart, from, connection, message);
  }
}
