package io.zabdb.core.zab;

import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Outputs;
import io.zabdb.core.trace.Action;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.trace.TransferView;
import io.zabdb.core.transfer.Handover;
import io.zabdb.core.transfer.LeadershipTransfer;

/**
 * A replica of a group: a deterministic state machine. It takes one {@link Input} at a time and
 * gives the {@link Output}s that its driver must carry out; the same inputs give the same outputs.
 * It does no I/O, knows no time but ticks, and starts no thread.
 *
 * <p>After an exception the replica must not be used any more: its process stops, and starts again
 * from what is on disk. Not thread-safe.
 *
 * <p>Source: {@code specs/zab/Zab.tla} and {@code specs/transfer/LeadershipTransfer.tla}.
 */
public final class Replica {

  private final Context context;
  private final ReplicaState state;
  private final CurrentRole current;
  private final LeadershipTransfer transfer;
  private final StateView view;

  /**
   * Starts a replica from what it finds on disk ({@code Faults!Restart}). Its first outputs go to
   * {@code outputs}.
   */
  public Replica(
      Settings settings, Recovered recovered, Guards guards, TraceSink trace, Outputs outputs) {
    state = new ReplicaState(recovered);
    context = new Context(settings, state, guards.preference(settings.transfer()), trace);
    current = new CurrentRole(context, guards);
    transfer = current.transfer();
    view = new ReplicaView(context, current);
    context.attach(outputs, view);
    restart();
  }

  /** {@code Faults!Restart}: only what the checkpoint covers is known to be committed. */
  private void restart() {
    if (state.lastCommitted > 0) {
      context.output(new Output.Deliver(state.lastCommitted));
    }
    current.start();
    context.trace(Action.Restart);
    current.carryOut(current.role().advance());
  }

  /**
   * Takes one step.
   *
   * @throws ProtocolViolation if something happened that the specs rule out, or the input is none
   */
  public void step(Input input, Outputs outputs) {
    context.attach(outputs, view);
    RoleChange change = handle(input);
    current.carryOut(change);
    Role advanced;
    do {
      current.carryOut(transfer.advanceTransfer());
      transfer.advance();
      advanced = current.role();
      current.carryOut(advanced.advance());
    } while (advanced != current.role());
  }

  /**
   * Takes an input and no step of its own accord: it neither leaves its role nor goes on. For tests
   * that say which action comes next.
   *
   * @throws ProtocolViolation if something happened that the specs rule out, or the input is none
   */
  public void take(Input input, Outputs outputs) {
    context.attach(outputs, view);
    RoleChange change = handle(input);
    if (change.kind() != RoleChange.Kind.LEAVE) {
      current.carryOut(change);
    }
  }

  /** The one place that tells inputs apart. */
  private RoleChange handle(Input input) {
    Role role = current.role();
    if (input instanceof Input.Received received) {
      return role.received(received.connection(), received.message());
    } else if (input instanceof Input.Tick ticks) {
      return ticks(ticks.count());
    } else if (input instanceof Input.ConnectionAccepted accepted) {
      return role.connectionAccepted(accepted.connection());
    } else if (input instanceof Input.ConnectionClosed closed) {
      return role.connectionClosed(closed.connection());
    } else if (input instanceof Input.StepDownRequested) {
      return RoleChange.LEAVE;
    } else if (input instanceof Input.ClientRequest request) {
      role.clientRequest(request);
    } else if (input instanceof Input.ClientRead read) {
      role.clientRead(read);
    } else if (input instanceof Input.OfMembers request) {
      role.membersRequested(request);
    } else if (input instanceof Input.MemberIsWhole whole) {
      role.memberIsWhole(whole.member());
    } else if (input instanceof Input.LogSynced synced) {
      logSynced(synced.length(), synced.last());
    } else if (input instanceof Input.EpochWritten written) {
      role.epochWritten(written.field());
      current.leaveIfDue();
    } else if (input instanceof Input.Notified notified) {
      notified(notified.from(), notified.datagram());
    } else if (input instanceof Input.NodesHeard heard) {
      context.nodesHeard(heard.members());
    } else if (input instanceof Input.ConnectionRequested requested) {
      role.connectionRequested(requested.connection());
    } else if (input instanceof Input.Progressed progressed) {
      role.progressed(progressed.connection());
    } else if (input instanceof Input.CheckpointTaken taken) {
      checkpointTaken(taken.checkpoint());
    } else if (input instanceof Input.PayloadsReadable readable) {
      state.history.forgetPayloads(readable.length(), readable.keep());
    } else if (input instanceof Input.PressureSampled sampled) {
      transfer.sampled(sampled.pressure());
    } else if (input instanceof Input.FitnessChanged changed) {
      transfer.fitnessChanged(changed.fit());
    } else if (input instanceof Input.CompactionFinished) {
      transfer.compactionFinished();
    } else if (input instanceof Input.TransferRequested requested) {
      transfer.requested(requested.target());
    } else if (input instanceof Input.PolicyChanged changed) {
      transfer.changePolicy(changed.policy());
    } else {
      throw new ProtocolViolation("no input of a replica: " + input);
    }
    return RoleChange.STAY;
  }

  private RoleChange ticks(int count) {
    RoleChange change = tick();
    for (int i = 1; i < count && isResting() && change.kind() == RoleChange.Kind.STAY; i++) {
      change = tick();
    }
    return change;
  }

  private RoleChange tick() {
    context.ticked();
    context.election.tick();
    transfer.ticked(isResting());
    return current.role().tick();
  }

  /**
   * A checkpoint may have made a part of the log durable before the log's own sync ended; and what
   * was synced may have been cut or replaced since.
   */
  private void logSynced(long length, Zxid last) {
    boolean isNews = length > state.synced && length <= state.history.length();
    if (isNews && state.history.zxidAt(length).equals(last)) {
      current.role().fsync(length);
    }
  }

  private void checkpointTaken(Checkpoint checkpoint) {
    if (checkpoint.length() > state.history.checkpoint()) {
      current.role().takeCheckpoint(checkpoint);
    }
  }

  private void notified(int from, Datagram datagram) {
    if (datagram instanceof Notification notification) {
      context.heard(notification);
      context.election.hear(from, notification);
      current.role().notified(from, notification);
    } else {
      Handover handover = transfer.received(from, datagram);
      current.carryOut(handover);
    }
  }

  /**
   * What this replica says of itself. A driver that must not give it inputs for a while, since its
   * disk is slow, sends this to the member that it follows, with each tick: a sign of life.
   */
  public Notification introduction() {
    return current.role().introduction();
  }

  /** The spec's variables at this replica: a live view. */
  public StateView state() {
    return view;
  }

  /** How many bytes of payload its history has in memory. */
  public long payloadBytes() {
    return state.history.payloadBytes();
  }

  /** The place in its history of an entry that it holds. */
  public long indexOf(Zxid zxid) {
    return state.history.countUpTo(zxid);
  }

  /**
   * Whether an update that comes now is held until this replica is established, which a driver may
   * do itself.
   */
  public boolean holdsUpdates() {
    return current.role().holdsUpdates();
  }

  /**
   * Whether this replica rests: nothing is to be done, and it expects to hear nothing. Then ticks
   * may come many at a time, up to a second late.
   */
  public boolean isResting() {
    return current.role().isResting();
  }

  /** The variables of {@code specs/transfer} at this replica: a live view. */
  public TransferView transferView() {
    return transfer.view();
  }

  /** This replica's part in leadership transfer. For tests that take single actions. */
  public LeadershipTransfer transfer() {
    return transfer;
  }

  /** Its role; its methods, and those of the duties, are the spec's actions. For tests, too. */
  public CurrentRole current() {
    return current;
  }

  /**
   * Checks what holds of one replica after each step.
   *
   * @throws ProtocolViolation if it does not
   */
  public void checkInvariants() {
    current.role().checkInvariants();
    transfer.checkInvariants();
  }

  @Override
  public String toString() {
    return "member " + context.self() + ": " + current.role().describe();
  }
}
