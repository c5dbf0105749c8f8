package io.zabdb.conformance.move;

import io.zabdb.shard.Birth;
import io.zabdb.shard.DestinationMove;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionLog;
import io.zabdb.shard.PartitionTable;
import io.zabdb.shard.SessionsInMemory;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.Sharding;
import io.zabdb.shard.SourceMove;
import io.zabdb.shard.Speech;
import io.zabdb.shard.TableState;
import io.zabdb.shard.TailAdmission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A group of a behaviour: what is committed, the tail behind it, and a replica that lags. */
final class MoveGroup {

  private final PartitionLog log;
  private final Speech speech;
  private final List<ShardCommand> tail = new ArrayList<>();
  private final SpecCells cells = new SpecCells();
  private final SessionsInMemory sessions = new SessionsInMemory();
  private final PartitionTable table;
  private SpecCells replicaCells;
  private PartitionTable replica;
  private TailAdmission admission;

  /**
   * A new group.
   *
   * @param index how much its log holds then, as the spec counts
   * @param time its applied time then
   */
  MoveGroup(
      PartitionLog log, Speech speech, Birth self, List<PartitionId> owned, long index, long time) {
    this.log = log;
    this.speech = speech;
    PartitionTable founded = new PartitionTable(sessions, cells);
    log.commit(founded, ShardCommand.found(self, owned), 0, 0);
    for (long n = 0; n < index; n++) {
      log.pass(founded);
    }
    TableState s = founded.state();
    table = new PartitionTable(s.at(s.index(), time), sessions, cells);
    catchUp();
    leaderChange(0);
  }

  PartitionTable table() {
    return table;
  }

  PartitionTable replica() {
    return replica;
  }

  PartitionTable atTail() {
    return admission.atTail();
  }

  SpecCells cells() {
    return cells;
  }

  SpecCells replicaCells() {
    return replicaCells;
  }

  TailAdmission admission() {
    return admission;
  }

  SourceMove source() {
    return new SourceMove(admission);
  }

  DestinationMove destination() {
    return new DestinationMove(admission);
  }

  Sharding sharding() {
    return new Sharding(admission);
  }

  /** The leader logs what it was given leave to. */
  void log(Optional<ShardCommand> command) {
    tail.add(command.orElseThrow(() -> new IllegalStateException("no command is logged")));
  }

  /** What it sends because of the command. */
  Optional<MoveMessage> commit() {
    ShardCommand command = tail.remove(0);
    long counter = table.index();
    if (!log.commit(table, command, 0, counter)) {
      throw new IllegalStateException("logged in vain: " + command);
    }
    return speech.caughtUp(table, command, 0, counter);
  }

  void leaderChange(int kept) {
    tail.subList(kept, tail.size()).clear();
    admission = TailAdmission.leaderChange(log, table.state(), sessions.copy(), tail);
  }

  void catchUp() {
    replicaCells = cells.copy();
    replica = new PartitionTable(table.state(), sessions.copy(), replicaCells);
  }

  void join() {
    replicaCells = new SpecCells();
    replica = new PartitionTable(new SessionsInMemory(), replicaCells);
  }

  boolean mayLog(ShardCommand command) {
    return log.admissible(atTail(), command);
  }
}
