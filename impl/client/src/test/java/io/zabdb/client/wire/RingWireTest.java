package io.zabdb.client.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.rpc.wire.Ring;
import org.junit.jupiter.api.Test;

class RingWireTest {

  private static final Ring.Partition WIRE =
      Ring.Partition.newBuilder()
          .setName("p")
          .setAfter(-7)
          .setUpTo(9)
          .setGroup(3)
          .setMove(5)
          .setFirstHand(true)
          .build();

  @Test
  void whoHasAPartitionAndWhoSaysSo() {
    TokenRange range = new TokenRange(-7, 9);
    assertEquals(new RingPartition("p", range, 3, 5, true), RingWire.partition(WIRE));
    Ring.Partition old = WIRE.toBuilder().clearFirstHand().clearMove().build();
    assertEquals(new RingPartition("p", range, 3, 0, false), RingWire.partition(old));
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    for (Ring.Partition.Builder nonsense :
        new Ring.Partition.Builder[] {
          WIRE.toBuilder().setUpTo(-7),
          WIRE.toBuilder().clearName(),
          WIRE.toBuilder().setGroup(-1),
          WIRE.toBuilder().setMove(-1)
        }) {
      assertThrows(IllegalArgumentException.class, () -> RingWire.partition(nonsense.build()));
    }
  }
}
