package io.zabdb.storage.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.zabdb.model.data.Family;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.tree.TablePool;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a group decides about a partition that moves is applied while the store is busy with its
 * files: nobody takes updates of the partition meanwhile, and all that is behind it waits as well.
 */
@Timeout(300)
class DecideMeanwhileTest extends LogContract {

  private static final PartitionId LEAVES = new PartitionId("leaves", TokenRange.ALL);
  private static final PartitionId COMES = new PartitionId("comes", TokenRange.ALL);
  private static final List<Family> FAMILIES = List.of(Family.of("f"));

  @TempDir Path directory;

  /** In the midst of which step something else happens, once; null: it has. */
  private String step;

  private Runnable meanwhile;

  @Override
  Backend backend() {
    return new RocksBackend(directory.resolve("store"));
  }

  private void at(String name, Runnable action) {
    step = name;
    meanwhile = action;
  }

  private void reached(String name) {
    if (name.equals(step)) {
      step = null;
      Meanwhile.elsewhere(meanwhile, name);
    }
  }

  private void found(PartitionId... parts) {
    engine.close();
    engine =
        TreeEngine.open(
            Meanwhile.watched(backend.store(), this::reached), PendingSessions.MAX_PENDING);
    engine.keepArrivalsIn(directory.resolve("arrivals"));
    took(new Structure(ShardCommand.found(new Birth(1, 2), List.of(parts)), FAMILIES));
  }

  private Set<String> trees() {
    engine.close();
    try (var store = backend.store()) {
      return Set.copyOf(store.trees());
    } finally {
      engine = backend.open();
    }
  }

  @Test
  void itWaitsForNoFlush() {
    found(LEAVES);
    for (CommandKind kind :
        List.of(CommandKind.BEGIN, CommandKind.SEAL, CommandKind.SWITCH, CommandKind.RELEASE)) {
      at("flush", () -> took(attempt(kind, LEAVES)));
      engine.flush();
      assertNull(step, kind::toString);
    }
    // The last flush does not say that it is gone: it may come back by a crash.
    assertEquals(List.of(), List.copyOf(engine.table().records().keySet()));
    engine.flush();
    assertEquals(Set.of(), trees());
  }

  @Test
  void itWaitsForNoCheckpoint() {
    found(LEAVES);
    took(attempt(CommandKind.BEGIN, LEAVES));
    Path checkpoint = directory.resolve("checkpoint");
    at("links", () -> took(attempt(CommandKind.SEAL, LEAVES)));
    engine.exportCheckpoint(
        checkpoint,
        database -> {
          reached("links");
          return new TablePool(checkpoint);
        });
    assertNull(step);
    // The state that was exported is of before.
    try (StorageEngine other = new RocksBackend(directory.resolve("other")).open()) {
      other.importCheckpoint(checkpoint);
      assertEquals(2, other.applied().length());
    }
    assertEquals(3, engine.applied().length());
  }

  /** A tree is made before its record: no flush must find the one without the other. */
  @Test
  void aTreeThatIsMadeHasItsRecordBeforeAFlush() throws Exception {
    found(LEAVES);
    took(attempt(CommandKind.BEGIN, LEAVES));
    took(attempt(CommandKind.SEAL, LEAVES));
    took(attempt(CommandKind.SWITCH, LEAVES));
    took(attempt(CommandKind.RELEASE, LEAVES));
    Thread flusher = new Thread(() -> engine.flush());
    at(
        "write",
        () -> {
          flusher.start();
          while (flusher.isAlive() && flusher.getState() != Thread.State.BLOCKED) {
            Thread.onSpinWait();
          }
        });
    took(new Structure(ShardCommand.of(CommandKind.PREPARE, COMES, 2, OTHER), FAMILIES));
    assertNull(step);
    flusher.join();
    assertFalse(engine.table().records().isEmpty());
    assertEquals(Set.of("m-2-comes"), trees());
  }
}
