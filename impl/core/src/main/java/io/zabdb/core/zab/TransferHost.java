package io.zabdb.core.zab;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.TransferAction;
import io.zabdb.core.trace.TransferEvent;
import io.zabdb.core.trace.TransferView;
import io.zabdb.core.transfer.Host;
import java.util.function.Supplier;

/** What leadership transfer sees of the replica's role. Not thread-safe. */
final class TransferHost implements Host {

  private final Context context;
  private final Supplier<Role> current;

  TransferHost(Context context, Supplier<Role> current) {
    this.context = context;
    this.current = current;
  }

  @Override
  public int self() {
    return context.self();
  }

  @Override
  public int members() {
    return context.members();
  }

  @Override
  public boolean isQuorumInAnyCase(long set) {
    return context.isQuorumInAnyCase(set);
  }

  @Override
  public long incarnation() {
    return context.settings.incarnation();
  }

  @Override
  public int heartbeat() {
    return context.settings.timing().heartbeat();
  }

  @Override
  public long epoch() {
    return context.state.currentEpoch;
  }

  @Override
  public boolean triesToLead() {
    return current.get().name() == Datagram.Role.LEADING;
  }

  @Override
  public boolean leads() {
    return triesToLead()
        && current.get().phase() == Phase.BROADCAST
        && context.state.currentEpoch == context.state.acceptedEpoch;
  }

  @Override
  public int leader() {
    Role role = current.get();
    boolean follows = role.name() == Datagram.Role.FOLLOWING && role.phase() == Phase.BROADCAST;
    return follows ? role.leader() : -1;
  }

  @Override
  public long unacknowledged(int member) {
    return current.get().unacknowledged(member);
  }

  @Override
  public boolean isAllCommitted() {
    return context.state.lastCommitted == context.state.history.length();
  }

  /** A promise made, or being written, binds it to a later epoch. */
  @Override
  public boolean isFreeToLead(int formerLeader) {
    ReplicaState state = context.state;
    Role role = current.get();
    return context.mayLead()
        && state.acceptedEpoch == state.currentEpoch
        && state.pending == Pending.NONE
        && (role.name() == Datagram.Role.LOOKING || leader() == formerLeader);
  }

  @Override
  public void output(Output output) {
    context.output(output);
  }

  @Override
  public boolean isTraced(TransferAction action) {
    return context.isTraced(action);
  }

  @Override
  public void trace(TransferEvent event, TransferView view) {
    context.trace(event, view);
  }
}
