package io.zabdb.trace.state;

import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import java.util.List;

/**
 * A message of {@code ZabState!Message}: every message has all fields, and those it does not use
 * are zero.
 *
 * @param type as in the spec, for instance {@code ACKEPOCH}
 * @param mode {@code first} or {@code again} of ACKEPOCH; DIFF, TRUNC or SNAP of SYNC and PULLED
 * @param round of PING and PONG
 * @param covered with SNAP, how many entries the checkpoint covers; the spec counts these among the
 *     entries
 * @param entries of PROPOSE, SYNC and PULLED; with SNAP those behind the checkpoint
 */
public record MessageState(
    String type,
    long epoch,
    Zxid zxid,
    String mode,
    long round,
    long covered,
    List<EntryId> entries) {

  public MessageState {
    entries = List.copyOf(entries);
  }

  /** The same under another number of the round. */
  public MessageState withRound(long number) {
    return new MessageState(type, epoch, zxid, mode, number, covered, entries);
  }

  /** What the spec calls a message of the core. */
  public static MessageState of(Message message) {
    if (message instanceof Message.Propose m) {
      return new MessageState(
          "PROPOSE", m.epoch(), m.entry().zxid(), "", 0, 0, List.of(EntryId.of(m.entry())));
    } else if (message instanceof Message.Ack m) {
      return plain("ACK", m.epoch(), m.zxid());
    } else if (message instanceof Message.Commit m) {
      return plain("COMMIT", m.epoch(), m.zxid());
    } else if (message instanceof Message.Ping m) {
      return plain("PING", m.epoch(), Zxid.ZERO).withRound(m.round());
    } else if (message instanceof Message.Pong m) {
      return plain("PONG", m.epoch(), Zxid.ZERO).withRound(m.round());
    } else if (message instanceof Message.Cepoch m) {
      return plain("CEPOCH", m.acceptedEpoch(), Zxid.ZERO);
    } else if (message instanceof Message.NewEpoch m) {
      return plain("NEWEPOCH", m.epoch(), Zxid.ZERO);
    } else if (message instanceof Message.AckEpoch m) {
      String mode = m.promise() == Message.Promise.FIRST ? "first" : "again";
      return new MessageState("ACKEPOCH", m.currentEpoch(), m.lastZxid(), mode, 0, 0, List.of());
    } else if (message instanceof Message.Pull m) {
      return plain("PULL", m.epoch(), m.lastZxid());
    } else if (message instanceof Message.Pulled m) {
      return difference("PULLED", m.epoch(), m.difference());
    } else if (message instanceof Message.Sync m) {
      return difference("SYNC", m.epoch(), m.difference());
    } else if (message instanceof Message.Part m) {
      return difference("PART", m.epoch(), m.difference());
    } else if (message instanceof Message.NewLeader m) {
      return plain("NEWLEADER", m.epoch(), Zxid.ZERO);
    } else if (message instanceof Message.AckLd m) {
      return plain("ACKLD", m.epoch(), m.zxid());
    } else if (message instanceof Message.CommitLd m) {
      return plain("COMMITLD", m.epoch(), m.zxid());
    }
    throw new IllegalArgumentException("no message of the spec: " + message);
  }

  private static MessageState plain(String type, long epoch, Zxid zxid) {
    return new MessageState(type, epoch, zxid, "", 0, 0, List.of());
  }

  private static MessageState difference(String type, long epoch, Difference difference) {
    return new MessageState(
        type,
        epoch,
        difference.from(),
        difference.mode().name(),
        0,
        difference.checkpoint() == null ? 0 : difference.checkpoint().length(),
        difference.entries().stream().map(EntryId::of).toList());
  }
}
