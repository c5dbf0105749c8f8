package io.zabdb.core.transfer;

import io.zabdb.core.step.Output;
import io.zabdb.core.trace.TransferAction;
import io.zabdb.core.trace.TransferEvent;
import io.zabdb.core.trace.TransferView;

/** The replica that leadership transfer is part of: what it asks of Zab. */
public interface Host {

  /** The member number of this replica, from 0. */
  int self();

  /** How many numbers of members there are; not all need be used. */
  int members();

  /** Whether these members, bits, are a quorum, whatever becomes of a change of members. */
  boolean isQuorumInAnyCase(long set);

  /** Grows with each start of this replica; below 2^31. */
  long incarnation();

  /** Ticks between reports, and between the sendings of a permit. */
  int heartbeat();

  /** The latest epoch joined ({@code LeadershipTransfer!epoch}: Zab's currentEpoch). */
  long epoch();

  /** Whether this replica is LEADING, established or not: then it starts no heavy compaction. */
  boolean triesToLead();

  /** Whether this replica is an established leader that has adopted its own epoch. */
  boolean leads();

  /** The leader that this replica follows and whose epoch it has adopted, or -1. */
  int leader();

  /** How many entries a connected follower in the epoch has not acknowledged; else the most. */
  long unacknowledged(int member);

  /** Whether all of the leader's history is committed, so that every request in it is answered. */
  boolean isAllCommitted();

  /** Whether this replica, bound to no later epoch and to no other leader than this, may lead. */
  boolean isFreeToLead(int formerLeader);

  void output(Output output);

  /** Whether anybody hears of such actions; if not, no event is made. */
  boolean isTraced(TransferAction action);

  void trace(TransferEvent event, TransferView view);
}
