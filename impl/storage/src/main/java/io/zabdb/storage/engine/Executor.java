package io.zabdb.storage.engine;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Entry;
import io.zabdb.core.session.Generations;
import io.zabdb.core.time.ReplicatedTime;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.storage.codec.VersionCodec;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Action.CheckAndMutate;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.MovingUpdates.Caught;
import io.zabdb.storage.engine.SystemRecords.LastRequest;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs entries on an overlay. What it does depends on the state and the entry alone, so replicas
 * stay equal. Not thread-safe.
 */
final class Executor {

  /**
   * What an update is run with.
   *
   * @param version of the cells that it writes
   * @param time the applied time, in milliseconds
   */
  private record UpdateRun(long session, long seq, Version version, long time) {}

  private final Overlay overlay;
  private final Holdings holdings;
  private final RequestBatch requests;
  private final MovingUpdates moving;

  private AppliedPoint point;

  Executor(Overlay overlay, Holdings holdings, RequestBatch requests, AppliedPoint point) {
    this.overlay = overlay;
    this.holdings = holdings;
    this.requests = requests;
    moving = new MovingUpdates(overlay, holdings);
    this.point = point;
  }

  /** How far it has come. */
  AppliedPoint point() {
    return point;
  }

  /** Applies the next entry. Never throws for what a client sent: that is an answer. */
  Result apply(Entry entry) {
    point = new AppliedPoint(point.length() + 1, entry.zxid(), point.time());
    return run(entry);
  }

  /**
   * Records how far it has come. To be called once, behind the last entry.
   *
   * @return what the store has then
   */
  Holdings end() {
    requests.end();
    overlay.put(TreeStore.SYSTEM, SystemRecords.APPLIED_KEY, SystemRecords.applied(point));
    return moving.end();
  }

  private Result run(Entry entry) {
    if (entry.session() == Roster.SESSION) {
      overlay.put(TreeStore.SYSTEM, SystemRecords.ROSTER_KEY, entry.payload());
      return new Result.Nothing();
    }
    if (entry.payload().length == 0) {
      return new Result.Nothing();
    }
    if (entry.session() == Structure.SESSION) {
      return catchUp(entry);
    }
    Command command;
    try {
      command = CommandCodec.decode(entry.payload());
    } catch (ZabException e) {
      return Result.Refused.of(e);
    }
    List<Long> tokens = command.action().tokens();
    Partition partition = holdings.taking(command.partition(), tokens);
    if (partition == null) {
      // Not an answer to remember: the partition may come, and the client ask again.
      return refused(command.partition());
    }
    advanceTime(command.time());
    Version version = VersionCodec.of(partition.move(), entry.zxid());
    UpdateRun run = new UpdateRun(entry.session(), entry.seq(), version, point.time());
    boolean isLacking = holdings.lacking().contains(partition.name());
    Result known = isLacking ? lacks(partition.name()) : known(run, partition, command);
    // Whoever lacks the partition cannot tell, and is not asked (Snapshot.sent).
    boolean runs = known == null || isLacking;
    moving.take(entry, partition.name(), tokens, version, point.time(), runs);
    return runs && !isLacking ? runNow(run, partition, command) : known;
  }

  /**
   * Nothing of it is of the time of this group. Whether it is run its source has decided, who knows
   * all of its session: here some of that may be missing, or have been forgotten.
   */
  private Result catchUp(Entry entry) {
    Caught caught = moving.caught(entry).orElse(null);
    if (caught == null) {
      return StructureChanges.REFUSED;
    }
    ShardUpdate update = caught.update();
    UpdateRun run = new UpdateRun(update.session(), update.seq(), update.version(), update.time());
    Partition partition = holdings.partitions().get(caught.partition());
    if (caught.command().isPresent() && !isKnownOrLacking(run, partition)) {
      runNow(run, partition, caught.command().get());
    }
    return new Result.Done(VersionCodec.of(0, entry.zxid()));
  }

  /** In logs of before there is also what the source did not run. */
  private boolean isKnownOrLacking(UpdateRun run, Partition partition) {
    if (holdings.lacking().contains(partition.name())) {
      return true;
    }
    LastRequest last = requests.request(partition.sessions(), run.session());
    return last != null && last.seq() >= run.seq();
  }

  /** What is not known of an update of a partition that this replica lacks. */
  static Result lacks(String partition) {
    return new Result.Refused(
        ErrorCode.UNAVAILABLE, "this replica lacks partition " + Bytes.of(partition));
  }

  /** No leader of a founded group logs what ends here ({@code Move!NothingLoggedInVain}). */
  private Result refused(String partition) {
    return holdings.table().isFounded()
        ? new Result.Refused(
            ErrorCode.WRONG_OWNER,
            "the group takes no such update of partition " + Bytes.of(partition) + " now")
        : Result.Refused.of(EngineState.noPartition(partition));
  }

  /** Time never goes back, though a new leader's clock may be behind: what expired stays so. */
  private void advanceTime(long time) {
    long advanced = ReplicatedTime.advanced(point.time(), time);
    point = new AppliedPoint(point.length(), point.zxid(), advanced);
  }

  /**
   * A request that was made before gets its first answer, and one that may have been made before is
   * not run. Source: {@code Sessions!Applied}.
   *
   * @return null: it is to be run
   */
  private @Nullable Result known(UpdateRun run, Partition partition, Command command) {
    Generations generations = generations(run, partition, command);
    LastRequest last = requests.request(partition.sessions(), run.session());
    if (last == null && generations.isTooOld(command.opened(), run.time())) {
      return new Result.Refused(
          ErrorCode.TOO_OLD,
          "the session was opened at "
              + command.opened()
              + " ms, and is not known; those opened from "
              + generations.floor()
              + " to "
              + run.time()
              + " may be new");
    }
    if (last != null && last.seq() == run.seq()) {
      return last.result();
    }
    if (last != null && last.seq() > run.seq()) {
      return new Result.Refused(
          ErrorCode.STALE, "the session has come to request " + last.seq() + " already");
    }
    return null;
  }

  /** As they are at the time of the request. */
  private Generations generations(UpdateRun run, Partition partition, Command command) {
    Generations generations = requests.generations(partition.sessions());
    generations.advance(run.time(), command.kept());
    return generations;
  }

  private Result runNow(UpdateRun run, Partition partition, Command command) {
    Generations generations = generations(run, partition, command);
    LastRequest last = requests.request(partition.sessions(), run.session());
    Result result = run(partition, run, command.action());
    long from = last == null ? Generations.NONE : last.generation();
    long generation = generations.move(from, command.kept());
    requests.add(
        new Request(run.session(), run.seq(), partition.sessions(), generation, result),
        point.length());
    return result;
  }

  private Result run(Partition partition, UpdateRun run, Action action) {
    try {
      RowWriter writer = new RowWriter(overlay, partition, run.version(), run.time());
      List<RowMutation> mutations = action.mutations();
      // First all that may fail, so that nothing is written then.
      mutations.forEach(writer::check);
      if (action instanceof CheckAndMutate conditional && !holds(conditional, writer)) {
        return new Result.NotDone();
      }
      mutations.forEach(writer::write);
      return new Result.Done(run.version());
    } catch (StorageException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      return Result.Refused.of(e);
    }
  }

  private static boolean holds(CheckAndMutate conditional, RowWriter writer) {
    boolean holds = true;
    for (Condition condition : conditional.conditions()) {
      // All are looked at: a family that is missing is an error, whatever the others say.
      holds &= condition.holds(writer.newest(conditional.mutation().row(), condition));
    }
    return holds;
  }
}
