package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Entry;
import io.zabdb.shard.Birth;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.TableState;
import io.zabdb.storage.command.Structure;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FirmEntriesTest {

  private static final long CLIENT = 5;
  private static final PartitionId PART = MovingGroups.P;

  private final TailCommands tail = new TailCommands();
  private long applied;
  private TableState table;
  private FirmEntries firm;

  @BeforeEach
  void begin() {
    table = table(1, MovePhase.SERVING);
    firm = new FirmEntries(tail, () -> applied, () -> table);
  }

  private static TableState table(long index, MovePhase phase) {
    TreeMap<PartitionId, PartitionRecord> records = new TreeMap<>();
    records.put(PART, new PartitionRecord(phase, 1, 0, new Birth(2, 2), 0, List.of()));
    return new TableState(new Birth(1, 1), index, 0, 0, false, records, List.of());
  }

  private void append(long index, long session) {
    Entry entry = new Entry(1, index, session, index, new byte[1]);
    firm.appended(index, entry);
    tail.appended(index, entry, table.index());
  }

  @Test
  void whatClientsWriteIsNot() {
    append(2, CLIENT);
    assertEquals(0, firm.upTo());
  }

  @Test
  void aRosterIsAndWhatFollowsItIsNot() {
    append(2, Roster.SESSION);
    append(3, CLIENT);
    assertEquals(2, firm.upTo());
  }

  /** It may be what has a partition leave, until it is applied. */
  @Test
  void allIsBehindACommandThatIsNotApplied() {
    append(2, Structure.SESSION);
    append(3, CLIENT);
    assertEquals(Long.MAX_VALUE, firm.upTo());
    table = table(2, MovePhase.SERVING);
    assertEquals(2, firm.upTo());
    append(4, Structure.SESSION);
    tail.cutTo(3);
    assertEquals(4, firm.upTo(), "too much does no harm");
  }

  @Test
  void allIsNotForLongBehindACommandThatChangesNothing() {
    append(2, Structure.SESSION);
    append(3, CLIENT);
    applied = 1;
    assertEquals(Long.MAX_VALUE, firm.upTo());
    applied = 2;
    assertEquals(2, firm.upTo());
  }

  @ParameterizedTest
  @EnumSource(MovePhase.class)
  void allIsWhileAPartitionLeaves(MovePhase phase) {
    append(2, Structure.SESSION);
    table = table(2, phase);
    append(3, CLIENT);
    assertEquals(phase.isLeaving() ? Long.MAX_VALUE : 2, firm.upTo());
    table = table(4, MovePhase.SERVING);
    assertEquals(2, firm.upTo());
  }

  /** It was applied before the replica started, or came with a checkpoint. */
  @Test
  void aReplicaThatStartsKnowsByItsStore() {
    table = table(2, MovePhase.COPYING);
    assertEquals(Long.MAX_VALUE, firm.upTo());
  }
}
