package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.model.data.Family;
import io.zabdb.model.data.LimitException;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.ShardingConfig;
import io.zabdb.replica.move.GroupNumbers;
import io.zabdb.shard.Birth;
import io.zabdb.shard.TableState;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AskedPartitionTest {

  private static final UUID CLUSTER = new UUID(1, 2);
  private static final List<GroupConfig> GROUPS =
      List.of(new GroupConfig(0, List.of(0)), new GroupConfig(1, List.of(0)));

  private final Topology topology =
      new Topology(
          CLUSTER, 0, new ShardingConfig(GROUPS, 1, List.of(Family.of("default"))), Map.of());

  private static byte[] rowOf(RingPartition partition) {
    for (byte i = 0; ; i++) {
      byte[] row = {i};
      if (partition.range().contains(Token.of(row))) {
        return row;
      }
    }
  }

  @Test
  void untilAGroupSaysWhatItHasNamesAreThoseOfTheConfiguration() {
    List<RingPartition> first = Ring.even(2, 1).partitions();
    AskedPartition low = AskedPartition.of(topology, 0, "p0");
    assertEquals(first.get(0).range(), low.range());
    byte[] row = rowOf(first.get(0));
    assertEquals(Token.of(row), low.tokenOf(row));
    byte[] other = rowOf(first.get(1));
    WrongOwnerException refused = assertThrows(WrongOwnerException.class, () -> low.tokenOf(other));
    assertEquals(TokenRange.of(Token.of(other)), refused.asked());
    assertThrows(WrongOwnerException.class, () -> AskedPartition.of(topology, 0, "p1"));
    assertEquals(TokenRange.ALL, AskedPartition.of(topology, 0, "unheard-of").range());
    assertThrows(LimitException.class, () -> AskedPartition.of(topology, 0, ""));
  }

  @Test
  void thenTokensAloneSayWhatIsMeant() {
    Birth self = GroupNumbers.birth(CLUSTER, 0, 3);
    topology.partitionsChanged(0, new TableState(self, 1, 0, 0, false, new TreeMap<>(), List.of()));
    assertEquals(TokenRange.ALL, AskedPartition.of(topology, 0, "p0").range());
    assertEquals(TokenRange.ALL, AskedPartition.of(topology, 0, "p1").range());
    assertThrows(LimitException.class, () -> AskedPartition.of(topology, 0, ""));
    // The other group has said nothing.
    assertThrows(WrongOwnerException.class, () -> AskedPartition.of(topology, 1, "p0"));
  }
}
