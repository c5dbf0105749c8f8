package io.zabdb.conformance.move;

import io.zabdb.model.data.Bytes;
import io.zabdb.shard.Heir;
import io.zabdb.shard.Heirs;
import io.zabdb.shard.LastUpdate;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionTable;
import io.zabdb.shard.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A group's state but for its cells.
 *
 * @param table with heirs of each key, as the spec has them
 * @param sessions of the same partitions
 */
record WholeState(TableState table, SortedMap<PartitionId, SortedMap<Long, LastUpdate>> sessions) {

  static WholeState of(PartitionTable table) {
    List<Heirs.Gift> heirs = new ArrayList<>();
    MoveValues.TOKENS.forEach(
        (key, token) -> {
          Heir heir = table.heirs().of(token);
          if (!heir.equals(Heir.NOBODY)) {
            heirs.add(new Heirs.Gift(MoveValues.range(token), heir));
          }
        });
    TableState s = table.state();
    SortedMap<PartitionId, SortedMap<Long, LastUpdate>> sessions = new TreeMap<>();
    table.parts().forEach(part -> sessions.put(part, new TreeMap<>(table.sessions(part))));
    return new WholeState(
        new TableState(s.self(), s.index(), s.time(), s.floor(), s.dissolved(), s.records(), heirs),
        sessions);
  }

  /** At the tail there are no cells. */
  WholeState withoutResults() {
    SortedMap<PartitionId, SortedMap<Long, LastUpdate>> numbers = new TreeMap<>();
    sessions.forEach(
        (part, all) -> {
          SortedMap<Long, LastUpdate> of = new TreeMap<>();
          all.forEach((id, last) -> of.put(id, new LastUpdate(last.seq(), Bytes.EMPTY)));
          numbers.put(part, of);
        });
    return new WholeState(table, numbers);
  }
}
