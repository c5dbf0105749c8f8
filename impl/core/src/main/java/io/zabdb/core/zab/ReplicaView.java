package io.zabdb.core.zab;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.StateView;
import io.zabdb.core.state.Vote;

/** The spec's variables at a replica, whatever its role: a live view. */
final class ReplicaView implements StateView {

  private final Context context;
  private final ReplicaState state;
  private final CurrentRole current;

  ReplicaView(Context context, CurrentRole current) {
    this.context = context;
    this.state = context.state;
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
  public long disk() {
    return state.disk;
  }

  @Override
  public Roster roster() {
    return state.history.roster();
  }

  @Override
  public long rosterPlace() {
    return state.history.rosterPlace();
  }

  @Override
  public long acceptedEpoch() {
    return state.acceptedEpoch;
  }

  @Override
  public long currentEpoch() {
    return state.currentEpoch;
  }

  @Override
  public long historyLength() {
    return state.history.length();
  }

  @Override
  public Entry entry(long n) {
    return state.history.entry(n);
  }

  @Override
  public Zxid lastZxid() {
    return state.lastZxid();
  }

  @Override
  public long synced() {
    return state.synced;
  }

  @Override
  public long checkpoint() {
    return state.history.checkpoint();
  }

  @Override
  public Datagram.Role role() {
    return current.role().name();
  }

  @Override
  public Phase phase() {
    return current.role().phase();
  }

  @Override
  public int leader() {
    return current.role().leader();
  }

  @Override
  public Pending pending() {
    return state.pending;
  }

  @Override
  public long lastCommitted() {
    return state.lastCommitted;
  }

  @Override
  public long cepoch(int member) {
    return current.role().cepoch(member);
  }

  @Override
  public Vote ackEpoch(int member) {
    return current.role().ackEpoch(member);
  }

  @Override
  public long forwarding() {
    return current.role().forwarding();
  }

  @Override
  public long ackLeader() {
    return current.role().ackLeader();
  }

  @Override
  public long acked(int member) {
    return current.role().acked(member);
  }

  @Override
  public long readRound() {
    return state.readRound;
  }

  @Override
  public long readIndex() {
    return current.role().readIndex();
  }

  @Override
  public long readAcks() {
    return current.role().readAcks();
  }

  @Override
  public boolean readActive() {
    return current.role().readActive();
  }
}
