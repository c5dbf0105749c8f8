package io.zabdb.core.transfer;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.message.Datagram.Permit;
import io.zabdb.core.message.Datagram.Report;
import io.zabdb.core.message.Datagram.Start;

/**
 * The operators of {@code specs/transfer/LeadershipTransfer.tla} that its promises rest on, each
 * with a name so that it can be weakened: a mutant replaces one of them in a subclass, and some
 * check must notice. It keeps nothing; methods named as operators compute the same.
 */
public class TransferGuards {

  /** Those of the product. */
  public static final TransferGuards STANDARD = new TransferGuards();

  protected TransferGuards() {}

  /** {@code Hot}. */
  protected boolean hot(TransferState at) {
    return at.pressure >= at.settings.threshold();
  }

  /** {@code Cool}. */
  protected boolean cool(TransferState at, int level) {
    return level + at.settings.hysteresis() <= at.settings.threshold();
  }

  /** {@code Level}: what this replica tells of itself. */
  protected int level(TransferState at) {
    return at.unfit ? at.notFit() + at.pressure : at.pressure;
  }

  /** {@code Work}: the pressure of one who tells so. */
  protected int work(TransferState at, int level) {
    return level % at.notFit();
  }

  /** {@code IsNews}. */
  protected boolean isNews(TransferState at, Report report) {
    return report.epoch() == at.host.epoch();
  }

  /** {@code Unknown}: not heard of in this epoch. */
  protected boolean unknown(TransferState at, int member) {
    return at.heardRun[member] == TransferState.UNHEARD;
  }

  /** {@code HoldsPermit}: permitted a compaction whose start was not heard of. */
  protected boolean holdsPermit(TransferState at, int member) {
    return at.granted[member] > at.heardRun[member];
  }

  /** {@code Busy}: those that may be compacting, for all that this leader knows. */
  protected long busy(TransferState at) {
    long busy = 0;
    for (int member = 0; member < at.host.members(); member++) {
      boolean mayCompact =
          member == at.host.self()
              ? at.compacting()
              : unknown(at, member)
                  || holdsPermit(at, member)
                  || TransferState.isOdd(at.heardRun[member]);
      if (mayCompact) {
        busy = Members.with(busy, member);
      }
    }
    return busy;
  }

  /**
   * {@code CanSpare}: the group can spare this member too; while its members change, the old ones
   * and the new ones ({@code ChangingMembers!CanSpare}).
   */
  protected boolean canSpare(TransferState at, int member) {
    long busy = busy(at);
    return !Members.contains(busy, member)
        && at.host.isQuorumInAnyCase(~Members.with(busy, member));
  }

  /** {@code MayGrant}: one that is under way may be sent again, as it was. */
  protected boolean mayGrant(TransferState at, int member) {
    return member != at.host.self()
        && member != at.target
        && !unknown(at, member)
        && (holdsPermit(at, member)
            || (work(at, at.heardPressure[member]) >= at.settings.threshold()
                && canSpare(at, member)));
  }

  /** {@code IsValidPermit}: for this epoch and for the next compaction. */
  protected boolean isValidPermit(TransferState at, Permit permit) {
    return permit.epoch() == at.host.epoch() && permit.run() == at.run + 1;
  }

  /** {@code IsFit}: caught up, not compacting, and cool; or hot, if this leader is not even fit. */
  protected boolean isFit(TransferState at, int member) {
    return member != at.host.self()
        && !Members.contains(busy(at), member)
        && at.lag(member) <= at.settings.maxLag()
        && (at.unfit ? at.heardPressure[member] < at.notFit() : cool(at, at.heardPressure[member]));
  }

  /** {@code Candidates}; with policy OFF there are none, unless this leader is not fit. */
  protected long candidates(TransferState at) {
    long candidates = 0;
    boolean wanted = at.unfit || at.policy != TransferPolicy.OFF;
    for (int member = 0; wanted && member < at.host.members(); member++) {
      if (isFit(at, member)) {
        candidates = Members.with(candidates, member);
      }
    }
    return candidates;
  }

  /** {@code Distance}: how far the member comes after this one; {@code Place} is its number. */
  protected int distance(TransferState at, int member) {
    return Math.floorMod(member - at.host.self(), at.host.members());
  }

  /** {@code Choice}: the candidates that the policy prefers. */
  protected long choice(TransferState at) {
    long candidates = candidates(at);
    long choice = 0;
    for (int member = 0; member < at.host.members(); member++) {
      if (Members.contains(candidates, member) && isPreferred(at, member, candidates)) {
        choice = Members.with(choice, member);
      }
    }
    return choice;
  }

  private boolean isPreferred(TransferState at, int member, long candidates) {
    for (int other = 0; other < at.host.members(); other++) {
      if (Members.contains(candidates, other)
          && ((at.policy == TransferPolicy.ROUND_ROBIN
                  && distance(at, other) < distance(at, member))
              || (at.policy == TransferPolicy.COLDEST
                  && at.heardPressure[other] < at.heardPressure[member]))) {
        return false;
      }
    }
    return true;
  }

  /** {@code MayTransfer}: one mover at a time; hot, and not too soon, or not fit. */
  protected boolean mayTransfer(TransferState at) {
    return at.host.leads()
        && at.target == TransferState.NOBODY
        && (at.unfit || (hot(at) && at.wait == 0));
  }

  /** {@code MayRequest}: what would not be aborted at once. */
  protected boolean mayRequest(TransferState at, int member) {
    return at.host.leads()
        && at.target == TransferState.NOBODY
        && member >= 0
        && member < at.host.members()
        && member != at.host.self()
        && !isUnfit(at, member);
  }

  /**
   * {@code IsUnfit}: fell behind (a lost connection counts), began to compact, or is hot; that does
   * not matter if this leader is not fit itself.
   */
  protected boolean isUnfit(TransferState at, int member) {
    return at.lag(member) > at.settings.maxLag()
        || Members.contains(busy(at), member)
        || at.heardPressure[member] >= (at.unfit ? at.notFit() : at.settings.threshold());
  }

  /** {@code IsDrained}; and every request is answered, so that none is left in doubt. */
  protected boolean isDrained(TransferState at) {
    return at.lag(at.target) == 0 && !isUnfit(at, at.target) && at.host.isAllCommitted();
  }

  /** {@code MayStep}. */
  protected boolean mayStep(TransferState at) {
    return at.pressure == at.settings.maxPressure()
        || (at.host.leads() && hot(at) && at.target == TransferState.NOBODY && candidates(at) == 0);
  }

  /** {@code IsTimely}: this replica has not gone on to a later epoch. */
  protected boolean isTimely(TransferState at, Start start) {
    return at.host.epoch() == start.epoch();
  }

  /** {@code IsWilling}: a successor that has become unfit meanwhile leaves it to an election. */
  protected boolean isWilling(TransferState at) {
    return !at.unfit;
  }
}
