package io.zabdb.replica;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Refusal;
import io.zabdb.core.trace.TransferView;
import io.zabdb.core.zab.Guards;
import io.zabdb.environment.Loop;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.replica.settings.ReplicaSettings;
import io.zabdb.replica.status.EventLog;
import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.engine.Snapshot;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the core of one replica with a log, a store and a network. A loop owns the core ({@link
 * Turns}): it gives it one input at a time and carries out what comes back, in order. Whatever
 * waits for a disk is done by workers: the log's syncs, the application of entries, reads,
 * checkpoints, compactions. What one turn of the loop produces is applied, and sent, together.
 *
 * <p>Public methods may be called from any thread. Source: docs/protocol.md, what a driver must do.
 */
public final class ReplicaDriver implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ReplicaDriver.class);

  private final ReplicaContext context;
  private final Guards guards;
  private final ReplicaParts parts;
  private final Loop loop;
  private final Turns turns;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private final Intake intake;
  private final GroupReads reads;
  private final GroupSharding sharding;
  private final GroupMoves moves;

  // Written once, by the loop, ahead of all else that it does.
  private volatile RunningReplica running;
  private StatusDescription status;

  private ReplicaDriver(
      ReplicaSettings settings,
      ReplicaContext context,
      Guards guards,
      ReplicaDisk disk,
      OpenedReplica opened) {
    this.context = context;
    this.guards = guards;
    parts = new ReplicaParts(settings, context, disk, opened, new Told());
    loop = parts.loop();
    turns = parts.turns();
    intake = new Intake(parts, () -> running);
    reads = new GroupReads(parts, intake);
    sharding = new GroupSharding(parts, () -> running);
    moves = new GroupMoves(parts, () -> running);
  }

  /**
   * Opens the replica's files and starts it.
   *
   * @param disk where they are
   * @param connect makes the replica's network, given who hears of it; called on the loop
   * @throws io.zabdb.log.CorruptLogException if the log is damaged
   * @throws io.zabdb.storage.data.StorageException if the store is damaged or does not fit the log
   */
  public static ReplicaDriver start(
      ReplicaSettings settings,
      ReplicaDisk disk,
      Function<PeerListener, PeerPort> connect,
      ReplicaContext context)
      throws IOException {
    return start(settings, disk, connect, context, Guards.STANDARD);
  }

  /**
   * The same with a core of which a check weakens something.
   *
   * @param guards of the core; a product has {@link Guards#STANDARD}
   */
  public static ReplicaDriver start(
      ReplicaSettings settings,
      ReplicaDisk disk,
      Function<PeerListener, PeerPort> connect,
      ReplicaContext context,
      Guards guards)
      throws IOException {
    OpenedReplica opened = OpenedReplica.open(settings, disk);
    context.health().begun(settings.identity().group());
    ReplicaDriver driver =
        opened.give(() -> new ReplicaDriver(settings, context, guards, disk, opened));
    driver.loop.run(() -> driver.begin(connect));
    return driver;
  }

  private void begin(Function<PeerListener, PeerPort> connect) {
    RunningReplica begun =
        new RunningReplica(parts, context.events(), context.post(), guards, connect);
    status = new StatusDescription(parts, begun.core());
    running = begun;
    begun.begin();
  }

  // -- clients

  /** Asks for an update. */
  public void update(UpdateRequest request) {
    intake.take(request.callback()::refused, replica -> take(replica, request));
  }

  private void take(RunningReplica replica, UpdateRequest request) {
    UpdateCallback callback = request.callback();
    if (callback.isAbandoned()) {
      callback.abandoned();
    } else if (leads() && isWithoutRoom()) {
      refuseForWantOfRoom(callback);
    } else if (leads() && replica.schedule().lags()) {
      callback.refused(Refusal.OVERLOADED, -1);
    } else {
      replica.admission().take(request);
    }
  }

  /** Asks for a command of the group's own, which its state must admit; one at a time. */
  public void propose(Structure command, UpdateCallback callback) {
    intake.take(callback::refused, replica -> replica.admission().propose(command, callback));
  }

  /**
   * Asks for other members. Answered once the change has begun; it goes on by itself.
   *
   * @param join members that are to vote, as bits; those that are new follow already
   * @param leave members that are not to
   */
  public void changeMembers(long join, long leave, UpdateCallback callback) {
    intake.take(callback::refused, replica -> replica.members().change(join, leave, callback));
  }

  /**
   * Has the first of some drop what it has that learns the group, and that nobody lets join.
   * Answered once it knows, or if none of them does. One that votes stays.
   *
   * @param learners as bits
   */
  public void dismiss(long learners, UpdateCallback callback) {
    intake.take(callback::refused, replica -> replica.members().dismiss(learners, callback));
  }

  private boolean leads() {
    return running.core().transferView().leads();
  }

  private boolean isWithoutRoom() {
    return parts.waitsForRoom() || parts.health().isShortOfRoom();
  }

  /** Leadership is about to move to a member that has room, if there is one. */
  private void refuseForWantOfRoom(UpdateCallback callback) {
    if (running.sampling().isAnotherFit()) {
      callback.refused(Refusal.OVERLOADED, -1);
    } else {
      callback.diskFull();
    }
  }

  /** What clients read. */
  public GroupReads reads() {
    return reads;
  }

  // -- operators

  /** Its group. */
  public int group() {
    return parts.group();
  }

  /** The applied time of the state, in milliseconds since 1970; 0: none yet. */
  public long appliedTime() {
    return parts.applier().applied().time();
  }

  /** How the replica is; fails if it has ended. */
  public CompletableFuture<ReplicaStatus> status() {
    return ask(() -> status.describe());
  }

  private <T> CompletableFuture<T> ask(Supplier<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    loop.run(
        () -> {
          if (turns.isOver()) {
            answer.completeExceptionally(new IllegalStateException("the replica has ended"));
          } else if (running == null) {
            answer.completeExceptionally(RunningReplica.notBegun());
          } else {
            try {
              answer.complete(question.get());
            } catch (RuntimeException e) {
              answer.completeExceptionally(e);
              throw e;
            }
          }
        });
    return answer;
  }

  /**
   * Asks for leadership to be moved; nothing happens if this replica does not lead, or if nobody is
   * fit to take over.
   *
   * @param target a member, or -1 for any
   * @param why for people who read of it in the events
   * @return fails if the replica has ended
   */
  public CompletableFuture<TransferWish> transfer(int target, String why) {
    return ask(
        () -> {
          TransferView view = running.core().transferView();
          if (!view.leads()) {
            return new TransferWish(false, StatusDescription.knownLeader(running.core().state()));
          }
          parts.journal().wished(why);
          turns.step(new Input.TransferRequested(target));
          return new TransferWish(!view.leads() || view.target() >= 0, view.self());
        });
  }

  /** From now on this replica chooses its successors so; fails if it has ended. */
  public CompletableFuture<Void> changePolicy(TransferPolicy policy) {
    return ask(
        () -> {
          parts.journal().policyChanged(policy);
          turns.step(new Input.PolicyChanged(policy));
          return null;
        });
  }

  /** Splits and merges partitions. */
  public GroupSharding sharding() {
    return sharding;
  }

  /** Moves partitions between groups. */
  public GroupMoves moves() {
    return moves;
  }

  /** What has happened in the group as this replica saw it. */
  public EventLog events() {
    return parts.events();
  }

  /**
   * Compacts the whole store.
   *
   * @param done is told once, by any thread; empty if it succeeded
   */
  public void compact(Consumer<Optional<RuntimeException>> done) {
    parts.compactAll(done);
  }

  /**
   * Shows the state in which exactly so many entries are applied to {@code visitor}, by a worker.
   *
   * @param failed hears of it instead if the state cannot be read, or never was that of the replica
   * @return false if more are applied already
   */
  public boolean visitStateAt(
      long length, Consumer<Snapshot> visitor, Consumer<RuntimeException> failed) {
    return parts.checks().visitStateAt(length, visitor, failed);
  }

  /**
   * Reads all files of log and store and checks their checksums. Takes long; the replica goes on
   * meanwhile.
   *
   * @return fails if the replica is closing
   */
  public CompletableFuture<Verification> verifyFiles() {
    return parts.checks().verify();
  }

  /** Others say that this disk of its member has left: a replica with that disk is of no use. */
  public void left(long disk) {
    loop.run(
        () -> {
          if (running != null && !turns.isOver()) {
            running.left(disk);
          }
        });
  }

  // -- what comes in

  /** By the parts of the replica. */
  private final class Told implements ReplicaParts.Hooks {

    @Override
    public void failed(Throwable cause) {
      fail(cause);
    }

    @Override
    public void checkpointTaken(Checkpoint before) {
      loop.run(() -> running.purge(before));
    }

    @Override
    public void applied() {
      if (running.schedule().isBehind()) {
        loop.run(turns::finish);
      }
    }

    @Override
    public void healthChanged() {
      ifBegun(replica -> replica.sampling().heedHealth());
    }

    @Override
    public void lacksFiles() {
      ifBegun(replica -> replica.repair().look());
    }

    /** Before, something may ail or lack already: the replica looks when it begins. */
    private void ifBegun(Consumer<RunningReplica> action) {
      if (running != null) {
        action.accept(running);
      }
    }
  }

  // -- the end

  /** Takes no further steps, since something of the process is broken. */
  public void abort(Error cause) {
    fail(cause);
  }

  private void fail(Throwable cause) {
    loop.run(
        () -> {
          if (!turns.isOver()) {
            parts.damage().found("the store", cause);
            LOG.error("Group {}: the replica has failed", group(), cause);
            end();
            context.events().failed(group(), cause);
          }
        });
  }

  /** The core takes no further steps; clients are told what can be told. */
  private void end() {
    turns.stop();
    if (running != null) {
      running.stop();
    }
    parts.pressure().close();
    stopped.complete(null);
  }

  /**
   * Ends the replica: it takes no further steps, and its clients are told what can be told.
   *
   * @return done once that is so; then {@link #close} closes its files
   */
  public CompletableFuture<Void> stop() {
    loop.run(
        () -> {
          if (!turns.isOver()) {
            end();
          }
        });
    return stopped;
  }

  /**
   * Closes the files of a replica that has ended ({@link #stop}). What was applied is flushed, so
   * that the next start is quick. Waits for the workers; not for the loop of a process of threads.
   */
  @Override
  public void close() throws IOException {
    if (!stopped.isDone()) {
      throw new IllegalStateException("the replica of group " + group() + " has not ended");
    }
    parts.close();
  }
}
