package io.zabdb.core.transfer;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram.Permit;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.TransferAction;

/** Permits: never a quorum compacts at once. */
abstract class Permits extends Pressure {

  Permits(TransferSettings settings, Host host) {
    super(settings, host);
  }

  /** {@code Unknown}: not heard of in this epoch. */
  protected boolean unknown(int member) {
    return heardRun[member] == UNHEARD;
  }

  /** {@code HoldsPermit}: permitted a compaction whose start was not heard of. */
  protected boolean holdsPermit(int member) {
    return granted[member] > heardRun[member];
  }

  /** {@code Busy}: those that may be compacting, for all that this leader knows. */
  protected long busy() {
    long busy = 0;
    for (int member = 0; member < host.members(); member++) {
      boolean mayCompact =
          member == host.self()
              ? compacting()
              : unknown(member) || holdsPermit(member) || isOdd(heardRun[member]);
      if (mayCompact) {
        busy = Members.with(busy, member);
      }
    }
    return busy;
  }

  /** {@code Spare}: how many members the group can spare. */
  protected int spare() {
    return (host.members() - 1) / 2;
  }

  /** {@code CanSpare}: the group can spare this member too. */
  protected boolean canSpare(int member) {
    long busy = busy();
    return !Members.contains(busy, member) && Long.bitCount(busy) < spare();
  }

  /** {@code MayGrant}: one that is under way may be sent again, as it was. */
  protected boolean mayGrant(int member) {
    return member != host.self()
        && member != target
        && !unknown(member)
        && (holdsPermit(member)
            || (work(heardPressure[member]) >= settings.threshold() && canSpare(member)));
  }

  /** {@code GrantPermit}. */
  public void grantPermit(int member) {
    RejectedException.unless(
        settings.staggered() && host.leads() && mayGrant(member), "no permit for " + member);
    if (!holdsPermit(member)) {
      granted[member] = heardRun[member] + 1;
    }
    Permit permit = new Permit(host.epoch(), granted[member]);
    host.output(new Output.Notify(member, permit));
    trace(TransferAction.GrantPermit, member, permit);
  }

  /** {@code IsValidPermit}: for this epoch and for the next compaction. */
  protected boolean isValidPermit(Permit permit) {
    return permit.epoch() == host.epoch() && permit.run() == run + 1;
  }

  /** {@code StartCompaction}: whoever is permitted compacts, even if it has cooled. */
  public void startCompaction(int from, Permit permit) {
    RejectedException.unless(!host.triesToLead() && isValidPermit(permit), "void: " + permit);
    run = permit.run();
    host.output(new Output.Compact(run));
    trace(TransferAction.StartCompaction, from, permit);
  }

  boolean mayCompactFreely() {
    return !settings.staggered() && !host.triesToLead() && hot() && !compacting();
  }

  /** {@code CompactFreely}: without staggering a follower compacts when it likes. */
  public void compactFreely() {
    RejectedException.unless(mayCompactFreely(), "may not compact");
    run++;
    host.output(new Output.Compact(run));
    trace(TransferAction.CompactFreely, -1, null);
  }

  /** {@code FinishCompaction}: the next sample tells what new work there is. */
  public void finishCompaction() {
    RejectedException.unless(compacting(), "no compaction runs");
    run++;
    pressure = 0;
    trace(TransferAction.FinishCompaction, -1, null);
  }
}
