package io.zabdb.replica;

import io.zabdb.replica.move.Letter;
import io.zabdb.shard.CommandKind;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The group's own commands that the leader's core was given and of which nothing was heard yet. One
 * at a time: where it comes to nothing, the end of the log is not what it was taken for. Only the
 * updates of a partition that comes follow each other, since each by itself is refused where one
 * before it is missing; and the command that ends them follows the last. They do not follow each
 * other for ever: whatever else is due gets its turn. By the loop.
 */
final class CommandsUnderway {

  /** Of a source, which tells it again, whether or not it is due. */
  private static final Set<CommandKind> TOLD_AGAIN =
      EnumSet.of(CommandKind.PREPARE, CommandKind.STAGE, CommandKind.FINISH);

  /** Whoever was refused asks again within half of that. */
  static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private int term;
  private int count;
  private boolean hasFailed;

  /** Whether all of them are updates of a partition that comes. */
  private boolean mayBeFollowed;

  /** Until when another kind of command has the next turn; none: nobody waits. */
  private OptionalLong turnUntil = OptionalLong.empty();

  /** Another leadership: what is heard of those before is of no matter. */
  void anew() {
    term++;
    count = 0;
    hasFailed = false;
    turnUntil = OptionalLong.empty();
  }

  /**
   * Whether one more may be given. If not, its kind is the next, unless it is not asked for again.
   *
   * @param isOpen whether the core takes it at once
   * @param now in nanoseconds of the clock
   */
  boolean admits(CommandKind kind, boolean isOpen, long now) {
    if (kind == CommandKind.CATCH) {
      boolean isTurn = turnUntil.isEmpty() || now - turnUntil.getAsLong() >= 0;
      return isTurn && (count == 0 || (mayFollow(isOpen) && count < Letter.MESSAGES));
    }
    boolean isAdmitted =
        count == 0 || (kind == CommandKind.FINISH && mayFollow(isOpen) && count < Letter.MESSAGES);
    if (!isAdmitted && mayBeFollowed && !TOLD_AGAIN.contains(kind) && turnUntil.isEmpty()) {
      turnUntil = OptionalLong.of(now + TURN_NANOS);
    }
    return isAdmitted;
  }

  private boolean mayFollow(boolean isOpen) {
    return isOpen && mayBeFollowed && !hasFailed;
  }

  /**
   * One is given.
   *
   * @return what {@link #ended} wants to know
   */
  int begin(CommandKind kind) {
    mayBeFollowed = kind == CommandKind.CATCH;
    // Also if a CATCH has it: nobody has asked again.
    turnUntil = OptionalLong.empty();
    count++;
    return term;
  }

  /**
   * The core has not logged the last one yet, but holds it: one that followed would have the same
   * number, and be taken for the same.
   */
  void waits() {
    mayBeFollowed = false;
  }

  /**
   * What became of one is known.
   *
   * @return whether the end of the log is to be read anew: all have ended, and one was not done
   */
  boolean ended(int ofTerm, boolean isDone) {
    if (ofTerm != term) {
      return false;
    }
    count--;
    hasFailed |= !isDone;
    if (count > 0 || !hasFailed) {
      return false;
    }
    hasFailed = false;
    return true;
  }
}
