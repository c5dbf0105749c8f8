package io.zabdb.storage.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.model.data.Family;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.Birth;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.TableState;
import io.zabdb.storage.data.Partition;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ShardedPartitionsTest {

  private static final PartitionId HERE = new PartitionId("here", new TokenRange(0, 10));
  private static final PartitionId LACKED = new PartitionId("lacked", new TokenRange(10, 20));

  private static PartitionId part(long after, long upTo) {
    return new PartitionId("part", new TokenRange(after, upTo));
  }

  @Test
  void whoeverLacksAPartLacksTheWholeAndWhoLacksTheWholeEachPart() {
    SortedMap<String, Partition> partitions = new TreeMap<>();
    SortedMap<PartitionId, PartitionRecord> records = new TreeMap<>();
    for (PartitionId id : List.of(HERE, LACKED)) {
      partitions.put(id.name(), new Partition(id.name(), 0, List.of(Family.of("f"))));
      records.put(id, new PartitionRecord(MovePhase.SERVING, 0, 0, Birth.NOBODY, 0, List.of()));
    }
    TableState table = new TableState(new Birth(1, 2), 0, 0, 0, false, records, List.of());
    Holdings holdings = new Holdings(partitions, table, new TreeSet<>(List.of("lacked")));
    assertEquals(
        List.of(true, true, false),
        List.of(part(0, 20), part(12, 20), part(0, 5)).stream()
            .map(part -> ShardedPartitions.isLacking(holdings, part))
            .toList());
  }
}
