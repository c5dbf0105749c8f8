package io.zabdb.replica;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.replica.CommandOutcome.CommandEnd;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.MoveStatus;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.PartitionTable;
import io.zabdb.storage.data.StorageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * Gives partitions of a group to other groups, at its leader. What it is at is in the log: the next
 * leader goes on with it. One partition goes at a time. By the loop.
 *
 * <p>Source: {@code MoveGroups}; ElasCass, section 4 (token-ownership handoff).
 */
final class MoveDriver {

  /** What departures share. */
  record Desk(ReplicaParts parts, MoveDecisions decisions, GroupPost post) {}

  private final Desk desk;
  private final ReplicaParts parts;
  private final LogAdmission admission;
  private final Resharding names;
  private final Map<PartitionId, Departure> departures = new LinkedHashMap<>();

  /**
   * @param names finds partitions by their names
   */
  MoveDriver(
      ReplicaParts parts,
      LogAdmission admission,
      MoveDecisions decisions,
      Resharding names,
      GroupPost post) {
    this.parts = parts;
    this.admission = admission;
    this.names = names;
    desk = new Desk(parts, decisions, post);
    admission.tell((tokens, bytes) -> departures.values().forEach(one -> one.took(tokens, bytes)));
  }

  /** This replica leads: it goes on with what its log says is under way. */
  void established() {
    PartitionTable table = admission.table();
    // To end one changes the table.
    List<Departure> leaving = new ArrayList<>();
    for (PartitionId part : table.parts()) {
      PartitionRecord record = table.record(part).orElseThrow();
      if (record.phase().isLeaving()) {
        leaving.add(new Departure(desk, part, record.epoch(), record.peer(), this::gone));
      }
    }
    leaving.forEach(departure -> go(departure).resume());
  }

  private Departure go(Departure departure) {
    departures.put(departure.part(), departure);
    return departure;
  }

  /** A departure has ended; one whose number was too low for the other group begins again. */
  private void gone(Departure departure, boolean again) {
    if (departures.remove(departure.part(), departure) && again) {
      begin(departure.part(), departure.peer(), new CompletableFuture<>());
    }
  }

  /** It leads no more: its successor goes on. */
  void lost() {
    List<Departure> all = List.copyOf(departures.values());
    departures.clear();
    all.forEach(Departure::lost);
  }

  // -- what operators ask for

  /**
   * Begins to give a partition to another group.
   *
   * @param expected the number of the last attempt to move it, as it was known to whoever asks:
   *     somebody else may have moved it since; empty: it does not matter
   * @return the number of the attempt, once it is under way; fails with {@link StorageException}
   */
  CompletableFuture<Long> start(String name, Birth destination, OptionalLong expected) {
    PartitionId part = names.find(name);
    requireAttempt(part, expected);
    if (destination.equals(admission.table().self())) {
      throw new StorageException(
          ErrorCode.INVALID_ARGUMENT,
          "partition " + name + " cannot move to its own group, " + parts.group());
    }
    long group = parts.groupOf(destination);
    if (group < 0 || group > Integer.MAX_VALUE) {
      throw new StorageException(
          ErrorCode.INVALID_ARGUMENT, destination + " is no group of this cluster");
    }
    if (!parts.bases().isThere()) {
      throw new StorageException(
          ErrorCode.INVALID_ARGUMENT,
          "this replica has no place for files of partitions that move");
    }
    if (!departures.isEmpty()) {
      throw new StorageException(
          ErrorCode.OVERLOADED,
          "a partition of group "
              + parts.group()
              + " moves already: "
              + departures.keySet()
              + "; one does at a time");
    }
    CompletableFuture<Long> begun = new CompletableFuture<>();
    begin(part, destination, begun);
    return begun;
  }

  private void requireAttempt(PartitionId part, OptionalLong expected) {
    long last = admission.table().record(part).orElseThrow().epoch();
    if (expected.isPresent() && expected.getAsLong() != last) {
      throw new StorageException(
          ErrorCode.INVALID_ARGUMENT,
          "the last attempt to move partition "
              + part
              + " has the number "
              + last
              + " by now, not "
              + expected.getAsLong());
    }
  }

  private void begin(PartitionId part, Birth destination, CompletableFuture<Long> begun) {
    desk.decisions()
        .bySource(
            CommandKind.BEGIN,
            source -> source.beginMove(part, destination),
            (kind, end) -> begun(part, end, begun));
  }

  private void begun(PartitionId part, CommandEnd end, CompletableFuture<Long> begun) {
    PartitionTable table = admission.table();
    if (end != CommandEnd.DONE || table == null) {
      begun.completeExceptionally(notBegun(part, end));
      return;
    }
    // Much may have been applied since: the attempt may be over, and the partition another.
    Optional<PartitionRecord> record = table.record(part).filter(each -> each.phase().isLeaving());
    if (record.isEmpty()) {
      begun.completeExceptionally(
          new StorageException(
              ErrorCode.NOT_FOUND,
              "the attempt to move partition "
                  + part
                  + " is over, and the partition stays, or was given away, split or merged since"));
      return;
    }
    long attempt = record.get().epoch();
    if (!departures.containsKey(part)) {
      // Else it has led no more meanwhile, and leads again: it goes on already.
      go(new Departure(desk, part, attempt, record.get().peer(), this::gone)).begin();
    }
    begun.complete(attempt);
  }

  private ZabException notBegun(PartitionId part, CommandEnd end) {
    return switch (end) {
      case REFUSED ->
          new StorageException(
              ErrorCode.OVERLOADED,
              "partition " + part + " moves, or is becoming others, and cannot begin to move now");
      case LATER ->
          new StorageException(ErrorCode.OVERLOADED, "another change of the group is under way");
      default -> Resharding.leaderChanged(parts.group());
    };
  }

  /**
   * Gives a move up, unless the partition is the other group's already.
   *
   * @return done when all is as it was; fails with {@link StorageException}
   */
  CompletableFuture<Void> abort(String name) {
    PartitionId part = names.find(name);
    Departure departure = departures.get(part);
    if (departure == null) {
      throw new StorageException(ErrorCode.NOT_FOUND, "partition " + name + " does not move");
    }
    return departure.abort();
  }

  /** What moves. */
  List<MoveStatus> list() {
    if (admission.table() == null) {
      throw Resharding.notLeader(parts.group());
    }
    List<MoveStatus> all = new ArrayList<>();
    departures.values().forEach(each -> all.add(each.status()));
    return all;
  }
}
