package io.zabdb.core.step;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import java.util.List;

/**
 * What the core of a replica asks of its driver. The driver carries them out in order; only {@link
 * Truncate} and {@link Install} must be on disk before the next input.
 */
public sealed interface Output {

  // -- connections and messages

  /** Open a connection; answered by ConnectionAccepted or ConnectionClosed. */
  record Connect(Connection connection) implements Output {}

  /** Accept a connection that was requested. */
  record Accept(Connection connection) implements Output {}

  /** Close or refuse a connection; the other side will hear of it. */
  record Close(Connection connection) implements Output {}

  /** Send a message over a connection; lost if the connection is broken. */
  record Send(Connection connection, Message message) implements Output {}

  /** Send a datagram to a member; may be lost. */
  record Notify(int to, Datagram datagram) implements Output {}

  // -- the disk

  /**
   * Write an entry to the log, and sync it soon: answered by LogSynced for it or for a later one.
   *
   * @param index its place in the log, from 1; one above that of the entry before
   */
  record Append(long index, Entry entry) implements Output {}

  /** Cut the log to its first {@code length} entries, on disk before the next input. */
  record Truncate(long length) implements Output {}

  /**
   * Replace state and log by this checkpoint, on disk before the next input. Never older than what
   * has been applied.
   */
  record Install(Checkpoint checkpoint) implements Output {}

  /** Write an epoch; answered by EpochWritten. One at a time. */
  record WriteEpoch(EpochField field, long epoch) implements Output {}

  // -- the state machine and clients

  /** The first {@code length} entries of the log are committed: apply those not applied yet. */
  record Deliver(long length) implements Output {}

  /**
   * The request with this token is in the log, among its first {@code index} entries, and they are
   * committed: once they are applied, answer with the result of that request of that session. It
   * may be in the log more than once, as a retry: the state machine runs it once.
   */
  record Answer(long token, long session, long seq, long index) implements Output {}

  /** Answer these reads from a state in which at least {@code length} entries are applied. */
  record ServeReads(long length, List<Long> tokens) implements Output {}

  /**
   * The request or read has not happened and never will.
   *
   * @param leader the member that seems to lead, or -1
   */
  record Refuse(long token, Refusal refusal, int leader) implements Output {}

  /** This replica no longer leads: whether the update happens is not known. */
  record Unknown(long token) implements Output {}

  /**
   * A roster is committed, and was not known to be, or a later one is gone that was in the log when
   * the replica began, or it came with a checkpoint. Those before it may have been passed over.
   */
  record RosterCommitted(Roster roster) implements Output {}

  // -- leadership and compaction

  /**
   * Start the heavy compaction that has piled up; answered by CompactionFinished.
   *
   * @param run its number: odd
   */
  record Compact(long run) implements Output {}

  /** Do a small part of the compaction that has piled up, at once. */
  record CompactStep() implements Output {}

  /** Leadership has changed as far as this replica knows: for status and clients. -1: unknown. */
  record LeaderChanged(int leader, long epoch) implements Output {}
}
