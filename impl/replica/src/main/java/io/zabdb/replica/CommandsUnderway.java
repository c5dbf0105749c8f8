package io.zabdb.replica;

import io.zabdb.replica.move.Letter;
import io.zabdb.shard.CommandKind;

/**
 * The group's own commands that the leader's core was given and of which nothing was heard yet. One
 * at a time: where it comes to nothing, the end of the log is not what it was taken for. Only the
 * updates of a partition that comes follow each other, since each by itself is refused where one
 * before it is missing; and the command that ends them follows the last. By the loop.
 */
final class CommandsUnderway {

  private int term;
  private int count;
  private boolean hasFailed;

  /** Whether all of them are updates of a partition that comes. */
  private boolean mayBeFollowed;

  /** Another leadership: what is heard of those before is of no matter. */
  void anew() {
    term++;
    count = 0;
    hasFailed = false;
  }

  /**
   * Whether one more may be given.
   *
   * @param isOpen whether the core takes it at once
   */
  boolean admits(CommandKind kind, boolean isOpen) {
    return count == 0
        || (isOpen
            && mayBeFollowed
            && !hasFailed
            && count < Letter.MESSAGES
            && (kind == CommandKind.CATCH || kind == CommandKind.FINISH));
  }

  /**
   * One is given.
   *
   * @return what {@link #ended} wants to know
   */
  int begin(CommandKind kind) {
    mayBeFollowed = kind == CommandKind.CATCH;
    count++;
    return term;
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
