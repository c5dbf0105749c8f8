package io.zabdb.replica;

import io.zabdb.core.state.StateView;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.replica.CommandOutcome.CommandEnd;
import io.zabdb.replica.metrics.ShardingNews;
import io.zabdb.replica.status.GroupEvent.Kind;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.PartitionTable;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.ShardLimits;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.StorageEngine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Has the leader's log say that partitions are split and merged: Begin, and when that is applied,
 * Commit; Abort, if the state does not admit that, or it took too long. What it is at is in the log
 * alone, so the next leader ends what this one began. By the loop.
 *
 * <p>Source: {@code MoveGroups!Shard}; {@code SplitMerge}, steps 1, 2 and 4. There is no third
 * step: no replica has anything to rebuild.
 */
final class Resharding {

  /** What is not committed then is aborted. */
  static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final ReplicaParts parts;
  private final LogAdmission admission;
  private final Supplier<StateView> state;
  private final Map<List<PartitionId>, Underway> running = new LinkedHashMap<>();

  Resharding(ReplicaParts parts, LogAdmission admission, Supplier<StateView> state) {
    this.parts = parts;
    this.admission = admission;
    this.state = state;
  }

  // -- leadership

  /** This replica leads: it goes on with what its log says is under way. */
  void established() {
    PartitionTable table = admission.table();
    // To end one changes the table.
    Set<List<PartitionId>> all = new LinkedHashSet<>();
    table.parts().forEach(part -> all.add(recordOf(table, part).into()));
    all.remove(List.of());
    for (List<PartitionId> into : all) {
      parts.metrics().sharding(ShardingNews.RESUMED);
      start(into, true);
    }
  }

  /** It leads no more: its successor goes on. */
  void lost() {
    List<Underway> all = List.copyOf(running.values());
    running.clear();
    all.forEach(Underway::lost);
  }

  private static PartitionRecord recordOf(PartitionTable table, PartitionId part) {
    return table.record(part).orElseThrow();
  }

  // -- what operators ask for

  /** A partition of this name at the end of the log, which is not to become others. */
  PartitionId find(String name) {
    PartitionTable table = admission.table();
    if (table == null) {
      throw notLeader(parts.group());
    }
    return table.parts().stream()
        .filter(part -> part.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new StorageException(
                    ErrorCode.NOT_FOUND,
                    "group "
                        + parts.group()
                        + " has no partition "
                        + name
                        + "; it may have been split, merged or given away"));
  }

  static ZabException leaderChanged(int group) {
    return new ZabException(
        ErrorCode.UNAVAILABLE,
        "the leader of group " + group + " has changed; what was begun may go on",
        true,
        null);
  }

  static StorageException notLeader(int group) {
    return new StorageException(ErrorCode.NOT_LEADER, "this replica does not lead group " + group);
  }

  /**
   * Splits a partition behind a token.
   *
   * @return the parts; fails with {@link StorageException}
   */
  CompletableFuture<List<PartitionId>> split(String name, long token) {
    PartitionId whole = find(name);
    PartitionRecord record = recordOf(admission.table(), whole);
    List<PartitionId> under = record.into();
    if (under.size() == 2 && under.get(0).range().upTo() == token) {
      return start(under, true);
    }
    requireStill(whole, record);
    return start(SplitPoint.parts(whole, token, freshName()), false);
  }

  /** Merges two partitions, neighbours in either order; the same as {@link #split} else. */
  CompletableFuture<List<PartitionId>> merge(String one, String other) {
    List<PartitionId> old = new ArrayList<>(List.of(find(one), find(other)));
    old.sort(null);
    PartitionRecord first = recordOf(admission.table(), old.get(0));
    PartitionRecord second = recordOf(admission.table(), old.get(1));
    if (first.into().size() == 1 && first.into().equals(second.into()) && !one.equals(other)) {
      return start(first.into(), true);
    }
    requireStill(old.get(0), first);
    requireStill(old.get(1), second);
    return start(List.of(SplitPoint.whole(old.get(0), old.get(1), freshName())), false);
  }

  private static void requireStill(PartitionId part, PartitionRecord record) {
    if (!record.into().isEmpty()) {
      throw new StorageException(
          ErrorCode.OVERLOADED, "partition " + part + " is becoming " + record.into() + " already");
    }
    if (record.phase() != MovePhase.SERVING) {
      throw new StorageException(
          ErrorCode.INVALID_ARGUMENT,
          "partition "
              + part
              + " moves ("
              + record.phase()
              + "), and is split or merged before or after that");
    }
  }

  /** No other command of the cluster was ever at this place of the log of this epoch. */
  private String freshName() {
    StateView now = state.get();
    return parts.group() + "-" + now.currentEpoch() + "." + (now.historyLength() + 1);
  }

  private CompletableFuture<List<PartitionId>> start(List<PartitionId> into, boolean isBegun) {
    Underway run = running.get(into);
    if (run == null) {
      run = new Underway(into, isBegun);
      running.put(into, run);
      run.step();
    }
    return run.answer;
  }

  /** One of them, from Begin to Commit or Abort. */
  private final class Underway {

    private final List<PartitionId> into;
    private final CompletableFuture<List<PartitionId>> answer = new CompletableFuture<>();
    private final long since = parts.clock().nanos();
    private boolean isBegun;

    /** Why it is given up; null: it is not. */
    private String givenUp;

    Underway(List<PartitionId> into, boolean isBegun) {
      this.into = into;
      this.isBegun = isBegun;
    }

    void step() {
      if (running.get(into) != this) {
        return;
      }
      boolean isLate = parts.clock().nanos() - since >= LONGEST_NANOS;
      String tooMany = parts.opened().store().ifThere(this::whyTooMany).orElse("");
      if (isBegun && givenUp == null) {
        givenUp = isLate ? "it took too long" : tooMany.isEmpty() ? null : tooMany;
      }
      CommandKind kind =
          !isBegun
              ? CommandKind.BEGIN_SHARDING
              : givenUp == null ? CommandKind.COMMIT_SHARDING : CommandKind.ABORT_SHARDING;
      if (!isBegun && !tooMany.isEmpty()) {
        fail(ErrorCode.INVALID_ARGUMENT, tooMany);
      } else if (isLate && !isBegun) {
        fail(ErrorCode.OVERLOADED, "other changes of the group are under way");
      } else {
        admission.propose(
            Structure.of(ShardCommand.shard(kind, into)),
            new CommandOutcome((end, why) -> parts.loop().run(() -> ended(kind, end, why))));
      }
    }

    /** Not for whoever applies it: what one of them lacks it cannot count. Empty: it may be. */
    private String whyTooMany(StorageEngine engine) {
      Set<String> lacking = engine.lacking();
      if (into.size() == 1 && !lacking.isEmpty()) {
        return "this replica lacks files of " + lacking + ", and cannot count their sessions";
      }
      long copied = engine.sessionsToCopy(into);
      return copied <= ShardLimits.SESSIONS
          ? ""
          : copied + " sessions would be copied, allowed are " + ShardLimits.SESSIONS;
    }

    private void ended(CommandKind kind, CommandEnd end, String why) {
      if (running.get(into) != this) {
        return;
      }
      switch (end) {
        case DONE -> done(kind);
        case REFUSED -> refused(kind, why);
        case LATER -> parts.loop().schedule(PAUSE_NANOS, this::step);
        case LOST -> lost();
      }
    }

    private void done(CommandKind kind) {
      switch (kind) {
        case BEGIN_SHARDING -> {
          isBegun = true;
          parts.metrics().sharding(ShardingNews.BEGUN);
          step();
        }
        case COMMIT_SHARDING -> {
          running.remove(into);
          boolean isSplit = into.size() == 2;
          parts.metrics().sharding(isSplit ? ShardingNews.SPLIT : ShardingNews.MERGED);
          parts.events().add(isSplit ? Kind.SPLIT : Kind.MERGED, -1, 0, 0, into.toString());
          answer.complete(into);
        }
        default -> {
          parts.metrics().sharding(ShardingNews.GIVEN_UP);
          parts.events().add(Kind.SHARDING_GIVEN_UP, -1, 0, 0, into + ": " + givenUp);
          fail(ErrorCode.INVALID_ARGUMENT, givenUp);
        }
      }
    }

    private void refused(CommandKind kind, String why) {
      if (kind == CommandKind.COMMIT_SHARDING) {
        // What fitted at Begin may not fit now.
        givenUp = why;
        parts.loop().schedule(PAUSE_NANOS, this::step);
      } else {
        fail(ErrorCode.INVALID_ARGUMENT, why);
      }
    }

    void lost() {
      running.remove(into);
      answer.completeExceptionally(leaderChanged(parts.group()));
    }

    private void fail(ErrorCode code, String why) {
      running.remove(into);
      answer.completeExceptionally(
          new StorageException(code, "partitions do not become " + into + ": " + why));
    }
  }
}
