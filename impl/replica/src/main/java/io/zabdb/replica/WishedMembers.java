package io.zabdb.replica;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Refusal;
import io.zabdb.core.zab.Replica;
import java.util.List;

/**
 * What operators want of the members of a group. Before the core is asked, a quorum of those that
 * are to vote must have all files. By the loop.
 *
 * <p>Source: {@code WholeMembers!Change}.
 */
final class WishedMembers {

  private final ReplicaParts parts;
  private final Replica core;
  private final LogAdmission admission;
  private final QuorumFiles files;
  private final PendingClients clients;

  WishedMembers(
      ReplicaParts parts,
      Replica core,
      LogAdmission admission,
      QuorumFiles files,
      PendingClients clients) {
    this.parts = parts;
    this.core = core;
    this.admission = admission;
    this.files = files;
    this.clients = clients;
  }

  /** See {@link ReplicaDriver#changeMembers}. */
  void change(long join, long leave, UpdateCallback callback) {
    if (isOver(callback)) {
      return;
    }
    Configuration now = core.state().roster().configuration(parts.founders());
    long wanted = (now.last() | join) & ~leave;
    boolean isBegun = wanted == now.last() || (now.isJoint() && wanted == now.first());
    // Also before its epoch is on its own disk: others may have established it.
    boolean mayLead = core.state().role() == Datagram.Role.LEADING;
    if (isBegun || !mayLead || !Configuration.isVoterSet(wanted)) {
      request(wanted, callback);
    } else {
      files.askFor(Configuration.of(wanted), areThere -> goOn(areThere, wanted, callback));
    }
  }

  /** See {@link ReplicaDriver#dismiss}. */
  void dismiss(long learners, UpdateCallback callback) {
    if (!isOver(callback)) {
      parts.turns().step(new Input.DismissalRequested(add(callback), learners));
    }
  }

  private boolean isOver(UpdateCallback callback) {
    if (admission.hasEnded()) {
      callback.notAdmitted("group " + parts.group() + " has ended");
    }
    return admission.hasEnded();
  }

  private void goOn(boolean areThere, long wanted, UpdateCallback callback) {
    if (parts.turns().isOver()) {
      callback.unknown();
    } else if (areThere) {
      request(wanted, callback);
    } else {
      callback.refused(Refusal.NOT_READY, core.state().self());
    }
  }

  private void request(long voters, UpdateCallback callback) {
    parts.turns().step(new Input.MembersRequested(add(callback), voters));
  }

  /** Returns the token of the answer. */
  private long add(UpdateCallback callback) {
    return clients.add(PendingClients.Pending.of("", List.of(), callback, parts.clock().nanos()));
  }
}
