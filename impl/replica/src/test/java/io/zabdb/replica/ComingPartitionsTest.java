package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.message.Entry;
import io.zabdb.model.data.Family;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.ShardLimits;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people are told whose partition does not come to a group. */
class ComingPartitionsTest {

  private static final int GROUP = 3;

  @TempDir Path directory;
  private final StorageEngine engine = TreeEngine.inMemory(new MemoryDisk());

  @AfterEach
  void end() {
    engine.close();
  }

  private static PartitionId part(int number) {
    return new PartitionId("part-" + number, new TokenRange(number, number + 1));
  }

  private void apply(ShardCommand command, List<Family> families) {
    int number = (int) engine.applied().length() + 1;
    byte[] payload = StructureCodec.encode(new Structure(command, families));
    engine.apply(List.of(new Entry(1, number, Structure.SESSION, number, payload)));
  }

  private void found(int parts) {
    engine.keepArrivalsIn(directory.resolve("arrived"));
    List<PartitionId> all =
        IntStream.rangeClosed(1, parts).mapToObj(ComingPartitionsTest::part).toList();
    apply(ShardCommand.found(new Birth(1, 2), all), List.of(Family.of("f")));
  }

  private void come(int number) {
    apply(
        ShardCommand.of(CommandKind.PREPARE, part(number), 1, new Birth(3, 4)),
        List.of(Family.of("f")));
  }

  private Optional<String> refusal(PartitionId part) {
    return ComingPartitions.refusal(GROUP, engine.table(), part);
  }

  @Test
  void aGroupHasSoManyAndNoMore() {
    found(ShardLimits.PARTITIONS - 1);
    assertEquals(Optional.empty(), refusal(part(5_000)));
    come(5_000);
    assertEquals(Optional.empty(), refusal(part(5_000)), "the next attempt of one that comes");
    assertEquals(
        Optional.of("group 3 has 1024 partitions, the most that a group may have"),
        refusal(part(6_000)));
  }

  @Test
  void soManyComeAtATime() {
    found(1);
    for (int number = 2; number < 2 + ComingPartitions.MOST; number++) {
      assertEquals(Optional.empty(), refusal(part(number)));
      come(number);
    }
    assertEquals(
        Optional.of("4 partitions come to group 3 already, the most that may at a time"),
        refusal(part(9)));
    assertEquals(Optional.empty(), refusal(part(2)));
  }

  @Test
  void noTwoHaveOneName() {
    found(1);
    assertEquals(
        Optional.of("group 3 has a partition part-1(1, 2] already"),
        refusal(new PartitionId("part-1", new TokenRange(7, 8))));
  }
}
