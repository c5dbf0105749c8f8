package io.zabdb.core.zab;

import io.zabdb.core.group.Roster;
import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.StateView;
import io.zabdb.core.state.Vote;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Outputs;
import io.zabdb.core.trace.Action;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.trace.TransferView;
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
  private final View view = new View();

  /**
   * Starts a replica from what it finds on disk ({@code Faults!Restart}). Its first outputs go to
   * {@code outputs}.
   */
  public Replica(
      Settings settings, Recovered recovered, Roles roles, TraceSink trace, Outputs outputs) {
    state = new ReplicaState(recovered);
    context = new Context(settings, state, roles, trace);
    context.attach(outputs, view);
    restart();
  }

  /** {@code Faults!Restart}: only what the checkpoint covers is known to be committed. */
  private void restart() {
    if (state.lastCommitted > 0) {
      context.output(new Output.Deliver(state.lastCommitted));
    }
    context.become(context.roles.looking(context));
    context.trace(Action.Restart);
    context.role().advance();
  }

  /**
   * Takes one step.
   *
   * @throws ProtocolViolation if something happened that the specs rule out
   */
  public void step(Input input, Outputs outputs) {
    context.attach(outputs, view);
    handle(input);
    Role advanced;
    do {
      context.transfer.advance();
      advanced = context.role();
      advanced.advance();
    } while (advanced != context.role());
  }

  private void handle(Input input) {
    Role role = context.role();
    if (input instanceof Input.Received received) {
      role.received(received.connection(), received.message());
    } else if (input instanceof Input.ClientRequest request) {
      role.clientRequest(request);
    } else if (input instanceof Input.ClientRead read) {
      role.clientRead(read);
    } else if (input instanceof Input.LogSynced synced) {
      logSynced(synced.length(), synced.last());
    } else if (input instanceof Input.Tick) {
      context.election.tick();
      context.transfer.ticked();
      role.tick();
    } else if (input instanceof Input.EpochWritten written) {
      role.epochWritten(written.field());
    } else if (input instanceof Input.Notified notified) {
      notified(notified.from(), notified.datagram());
    } else if (input instanceof Input.ConnectionRequested requested) {
      role.connectionRequested(requested.connection());
    } else if (input instanceof Input.Progressed progressed) {
      role.progressed(progressed.connection());
    } else if (input instanceof Input.ConnectionAccepted accepted) {
      role.connectionAccepted(accepted.connection());
    } else if (input instanceof Input.ConnectionClosed closed) {
      role.connectionClosed(closed.connection());
    } else if (input instanceof Input.CheckpointTaken taken) {
      if (taken.checkpoint().length() > state.history.checkpoint()) {
        role.takeCheckpoint(taken.checkpoint());
      }
    } else if (input instanceof Input.PayloadsReadable readable) {
      state.history.forgetPayloads(readable.length(), readable.keep());
    } else if (input instanceof Input.PressureSampled sampled) {
      context.transfer.sampled(sampled.pressure());
    } else if (input instanceof Input.FitnessChanged changed) {
      context.transfer.fitnessChanged(changed.fit());
    } else if (input instanceof Input.CompactionFinished) {
      context.transfer.compactionFinished();
    } else if (input instanceof Input.TransferRequested requested) {
      context.transfer.requested(requested.target());
    } else if (input instanceof Input.PolicyChanged changed) {
      context.transfer.changePolicy(changed.policy());
    } else if (input instanceof Input.StepDownRequested) {
      role.leave();
    } else {
      throw new ProtocolViolation("no input of a replica: " + input);
    }
  }

  /**
   * A checkpoint may have made a part of the log durable before the log's own sync ended; and what
   * was synced may have been cut or replaced since.
   */
  private void logSynced(long length, Zxid last) {
    boolean isNews = length > state.synced && length <= state.history.length();
    if (isNews && state.history.zxidAt(length).equals(last)) {
      context.role().fsync(length);
    }
  }

  private void notified(int from, Datagram datagram) {
    if (datagram instanceof Notification notification) {
      context.election.hear(from, notification);
      context.role().notified(from, notification);
    } else {
      context.transfer.received(from, datagram);
    }
  }

  /**
   * What this replica says of itself. A driver that must not give it inputs for a while, since its
   * disk is slow, sends this to whom it follows, with each tick: a sign of life.
   */
  public Notification introduction() {
    return context.role().introduction();
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

  /** The variables of {@code specs/transfer} at this replica: a live view. */
  public TransferView transferView() {
    return context.transfer;
  }

  /** This replica's part in leadership transfer. For tests that take single actions. */
  public LeadershipTransfer transfer() {
    return context.transfer;
  }

  /** The role object: its methods are the spec's actions. For tests that take single actions. */
  public Role role() {
    return context.role();
  }

  /**
   * Checks what holds of one replica after each step.
   *
   * @throws ProtocolViolation if it does not
   */
  public void checkInvariants() {
    context.role().checkInvariants();
    context.transfer.checkInvariants();
  }

  @Override
  public String toString() {
    return "member " + context.self() + ": " + context.role().describe();
  }

  /** See {@link StateView}. */
  private final class View implements StateView {

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
      return context.role().name();
    }

    @Override
    public Phase phase() {
      return context.role().phase();
    }

    @Override
    public int leader() {
      return context.role().leader();
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
      return context.role().cepoch(member);
    }

    @Override
    public Vote ackEpoch(int member) {
      return context.role().ackEpoch(member);
    }

    @Override
    public long forwarding() {
      return context.role().forwarding();
    }

    @Override
    public long ackLeader() {
      return context.role().ackLeader();
    }

    @Override
    public long acked(int member) {
      return context.role().acked(member);
    }

    @Override
    public long readRound() {
      return state.readRound;
    }

    @Override
    public long readIndex() {
      return context.role().readIndex();
    }

    @Override
    public long readAcks() {
      return context.role().readAcks();
    }

    @Override
    public boolean readActive() {
      return context.role().readActive();
    }
  }
}
