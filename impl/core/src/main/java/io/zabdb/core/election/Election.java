package io.zabdb.core.election;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.Settings.Timing;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Datagram.Role;

/**
 * The oracle of Zab: which member should try to lead, and which one to follow. Nothing unsafe
 * follows from any answer; good answers make an election fast.
 *
 * <p>Members introduce themselves by notifications. One that is LOOKING follows a member that says
 * that it is LEADING. If none does, the best of those that are LOOKING leads ({@link Preference};
 * of equals the one of the highest number). Only members that hear a quorum, and that hear this
 * one, are considered, so that none waits for one that is cut off in one direction. Should the best
 * not come forward, the next ones do after a while, one by one.
 *
 * <p>Not thread-safe. Times are in ticks.
 *
 * <p>Source: {@code specs/transfer/Election.tla}; its turns are halves of an election timeout.
 */
public final class Election {

  /** What a LOOKING replica should do. */
  public enum Kind {
    WAIT,
    LEAD,
    FOLLOW
  }

  /** A decision; the member is that to follow. */
  public record Decision(Kind kind, int member) {}

  private static final Decision WAIT = new Decision(Kind.WAIT, -1);

  private final int self;
  private final int members;
  private final Timing timing;
  private final Preference preference;
  private final Notification[] latest;
  private final int[] age;
  private final Electorate electorate;

  /** All members count. */
  public Election(int self, int members, Timing timing, Preference preference) {
    this(self, members, timing, preference, Electorate.majority(members));
  }

  public Election(
      int self, int members, Timing timing, Preference preference, Electorate electorate) {
    this.electorate = electorate;
    this.self = self;
    this.members = members;
    this.timing = timing;
    this.preference = preference;
    this.latest = new Notification[members];
    this.age = new int[members];
  }

  public void tick() {
    for (int member = 0; member < members; member++) {
      age[member]++;
      if (age[member] > timing.followerTimeout()) {
        latest[member] = null;
      }
    }
  }

  public void hear(int from, Notification notification) {
    latest[from] = notification;
    age[from] = 0;
  }

  /** What the member last said no longer counts: it could not be reached, say. */
  public void forget(int member) {
    latest[member] = null;
  }

  /** This replica begins to look: who looked before may have found a leader by now. */
  public void begin() {
    for (int member = 0; member < members; member++) {
      if (latest[member] != null && latest[member].role() == Role.LOOKING) {
        latest[member] = null;
      }
    }
  }

  /** The members heard of late, as bits; never this one. */
  public long heard() {
    long heard = 0;
    for (int member = 0; member < members; member++) {
      if (latest[member] != null) {
        heard = Members.with(heard, member);
      }
    }
    return heard;
  }

  /**
   * What to do.
   *
   * @param own what this replica says of itself
   * @param waited the ticks since it began to look
   */
  public Decision decide(Notification own, long waited) {
    int leader = leader();
    if (leader >= 0) {
      return new Decision(Kind.FOLLOW, leader);
    }
    long peers = candidates();
    if (!electorate.suffices(Members.with(peers, self))) {
      return WAIT;
    }
    boolean all = electorate.isAll(Members.with(peers, self));
    int patience =
        (all ? 0 : timing.electionWait()) + rank(own, peers) * (timing.electionTimeout() / 2);
    return waited >= patience ? new Decision(Kind.LEAD, self) : WAIT;
  }

  /** Of those that lead, the one with the newest epoch; -1 if there is none. */
  private int leader() {
    int best = -1;
    for (int member = 0; member < members; member++) {
      Notification said = latest[member];
      if (said != null
          && said.role() == Role.LEADING
          && (best < 0 || said.acceptedEpoch() > latest[best].acceptedEpoch())) {
        best = member;
      }
    }
    return best;
  }

  /** Those that are LOOKING, hear this replica, and hear a quorum. */
  private long candidates() {
    long candidates = 0;
    for (int member = 0; member < members; member++) {
      Notification said = latest[member];
      if (said != null
          && said.role() == Role.LOOKING
          && electorate.includes(member, said)
          && Members.contains(said.heard(), self)
          && electorate.isQuorum(Members.with(said.heard(), member))) {
        candidates = Members.with(candidates, member);
      }
    }
    return candidates;
  }

  /** {@code Rank}: how many candidates are better than this replica. */
  private int rank(Notification own, long candidates) {
    Notification best = best(own, candidates);
    int better = 0;
    for (int member = 0; member < members; member++) {
      if (Members.contains(candidates, member) && isBetter(member, own, best)) {
        better++;
      }
    }
    return better;
  }

  /** {@code Best}: the latest history. */
  private Notification best(Notification own, long candidates) {
    Notification best = own;
    for (int member = 0; member < members; member++) {
      if (Members.contains(candidates, member) && preference.later(latest[member], best)) {
        best = latest[member];
      }
    }
    return best;
  }

  private boolean isBetter(int member, Notification own, Notification best) {
    Notification theirs = latest[member];
    return preference.isBetter(theirs, own, best)
        || (member > self && !preference.isBetter(own, theirs, best));
  }
}
