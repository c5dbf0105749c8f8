package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Message;
import io.zabdb.core.transfer.LeadershipTransfer;

/**
 * A leader's part in the rest of a group that has nothing to do ({@code specs/zab/Rest.tla}). Not
 * thread-safe.
 *
 * <pre>
 * while    by                                             then
 * awake    Ask, once all was quiet for a while            REST to all that follow
 * awake    GoToRest, if all of them have answered         resting: no heartbeats
 * resting  LeaderWakes: a node is silent, or it is time   awake: PING to all
 * resting  something is to be done, or anything came      awake: PING to all
 * </pre>
 *
 * <p>Where it does less than the spec allows: if not all have answered, it asks again only after
 * another while.
 */
final class LeaderRest {

  private final LeaderState leader;
  private final Context context;
  private final LeaderClients clients;
  private final LeaderReads reads;
  private final LeadershipTransfer transfer;

  /** It rests after so many ticks; 0: never. */
  private final int after;

  private boolean resting;

  /** Ticks for which there was nothing to do, or of this rest. */
  private int ticks;

  /** The number of the question whose answers count; 0: none. */
  private long asked;

  private long questions;

  /** Who has answered it, as bits. */
  private long agreed;

  LeaderRest(
      LeaderState leader, LeaderClients clients, LeaderReads reads, LeadershipTransfer transfer) {
    this.leader = leader;
    this.context = leader.context;
    this.clients = clients;
    this.reads = reads;
    this.transfer = transfer;
    after = context.settings.timing().restAfter();
  }

  boolean isResting() {
    return resting;
  }

  /** Something is to be done, or has come that is no answer to its question. */
  void disturb() {
    asked = 0;
    ticks = 0;
    if (resting) {
      wake();
    }
  }

  /** A tick has passed. */
  void tick() {
    if (after == 0) {
      return;
    }
    ticks = resting || isQuiet() ? ticks + 1 : 0;
    if (resting && ticks >= context.settings.timing().restLength()) {
      disturb();
      // If all answer, there is no need to wait for another while.
      ticks = after;
    }
  }

  /** All were pinged, which has woken those that rest: its question is void. */
  void pinged() {
    if (asked > 0) {
      disturb();
    }
    if (after > 0 && ticks >= after && isQuiet()) {
      ask();
    }
  }

  /** {@code Rest!Ask}. */
  private void ask() {
    questions++;
    asked = questions;
    agreed = 0;
    leader.channels.sendAll(followers(), new Message.Rest(leader.replica.acceptedEpoch, questions));
  }

  /** A follower rests; what is no answer to the last question is void ({@code Rest!Fits}). */
  void answered(int member, Message.Rest answer) {
    if (asked > 0 && answer.question() == asked) {
      agreed = Members.with(agreed, member);
    }
  }

  /** Takes whatever step has become possible. */
  void advance() {
    if (resting && !isQuiet()) {
      disturb();
    } else if (asked > 0 && (followers() & ~agreed) == 0 && isQuiet() && isConfirmed()) {
      resting = true;
      asked = 0;
      ticks = 0;
    }
  }

  /** {@code Rest!Wake}. Silences are not counted while it rests. */
  private void wake() {
    resting = false;
    reads.heartbeat();
  }

  /** {@code Rest!HasQuorum}: of the PING ahead of the question. */
  private boolean isConfirmed() {
    return !leader.reads.active;
  }

  private long followers() {
    return leader.withoutSelf(leader.channels.open());
  }

  /**
   * {@code Rest!Quiet}, and {@code HearsAll}: there is nothing to do, and all that follow know all
   * there is to know.
   */
  private boolean isQuiet() {
    ReplicaState state = leader.replica;
    return clients.admits()
        && transfer.isIdle()
        && state.history.length() == state.lastCommitted
        && state.history.length() == state.synced
        && haveAll(followers())
        && context.hears(followers());
  }

  /** {@code Rest!HasAll}: COMMIT was sent when the last of them was acknowledged. */
  private boolean haveAll(long members) {
    if ((members & ~leader.ackLeader) != 0) {
      return false;
    }
    for (int member = 0; member < context.members(); member++) {
      if (Members.contains(members, member)
          && leader.acked[member] != leader.replica.history.length()) {
        return false;
      }
    }
    return true;
  }
}
