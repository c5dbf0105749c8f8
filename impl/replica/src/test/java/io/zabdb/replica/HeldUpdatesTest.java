package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Settings.Limits;
import io.zabdb.core.message.Entry;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What waits for the end of the log, and what is known of that. */
class HeldUpdatesTest {

  private static final long LONGEST = HeldUpdates.LONGEST_NANOS;

  private final HeldUpdates held = new HeldUpdates(new Limits(100, 3, 250, 1));

  private static UpdateRequest update(long session, int bytes) {
    return new UpdateRequest("p", List.of(1L), session, 1, new byte[bytes], null);
  }

  @Test
  void soManyWaitAndSoManyBytes() {
    assertTrue(held.add(update(1, 100), 0));
    assertTrue(held.add(update(2, 100), 0));
    assertFalse(held.add(update(3, 51), 0));
    assertTrue(held.add(update(3, 50), 0));
    assertFalse(held.add(update(4, 0), 0));
    assertEquals(3, held.takeAll().size());
    assertTrue(held.isEmpty());
    assertTrue(held.add(update(1, 250), 0));
  }

  @Test
  void eachWaitsForItsTime() {
    held.add(update(1, 200), LONGEST);
    held.add(update(2, 1), LONGEST + 5);
    assertEquals(LONGEST - 1, held.untilLate(1));
    assertEquals(List.of(), held.takeLate(LONGEST - 1));
    assertEquals(1, held.takeLate(LONGEST).get(0).session());
    assertEquals(5, held.untilLate(LONGEST));
    assertTrue(held.add(update(3, 200), 2 * LONGEST));
    assertEquals(0, held.untilLate(LONGEST + 9));
    assertEquals(2, held.takeLate(LONGEST + 9).get(0).session());
  }

  @Test
  void theTailIsWhatTheLogHoldsBehindWhatIsApplied() {
    TailCommands tail = new TailCommands();
    tail.appended(3, new Entry(1, 3, 7, 1, new byte[0]), 0);
    tail.appended(4, entry(4, CommandKind.BEGIN), 0);
    tail.appended(5, entry(5, CommandKind.SEAL), 3);
    tail.appended(6, new Entry(1, 6, Structure.SESSION, 6, new byte[] {9}), 3);
    assertEquals(List.of(CommandKind.BEGIN, CommandKind.SEAL), kinds(tail, 3));
    assertEquals(List.of(CommandKind.SEAL), kinds(tail, 4));
    tail.cutTo(4);
    assertEquals(List.of(CommandKind.BEGIN), kinds(tail, 0));
    tail.appended(5, entry(5, CommandKind.ABORT), 4);
    assertEquals(List.of(CommandKind.ABORT), kinds(tail, 0));
    tail.clear();
    assertEquals(List.of(), kinds(tail, 0));
  }

  private static Entry entry(long counter, CommandKind kind) {
    PartitionId part = new PartitionId("p", TokenRange.ALL);
    Structure command = Structure.of(ShardCommand.of(kind, part, 1, new Birth(3, 4)));
    return new Entry(1, counter, Structure.SESSION, counter, StructureCodec.encode(command));
  }

  private static List<CommandKind> kinds(TailCommands tail, long index) {
    return tail.behind(index).stream().map(ShardCommand::kind).toList();
  }
}
