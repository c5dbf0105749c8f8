package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.environment.Worker;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaStoreTest {

  private final StorageEngine engine = TreeEngine.inMemory(new MemoryDisk());
  private final ReplicaStore store = new ReplicaStore(engine);
  private final StepWorkers workers = new StepWorkers();
  private final Worker worker = workers.open("test");
  private final List<String> done = new ArrayList<>();

  private void submit(String what) {
    store.submit(worker, () -> done.add(what), () -> done.add(what + " refused"));
  }

  @Test
  void aReplacementIsPutOffWhileASnapshotIsLentAndOthersUntilItIsOver() {
    Snapshot lent = store.lend();
    store.replace(worker, () -> done.add("replaced"));
    submit("read");
    workers.runAll();
    assertEquals(List.of(), done);
    assertTrue(store.ifThere(StorageEngine::applied).isEmpty());
    store.giveBack(lent);
    workers.runAll();
    assertEquals(List.of("replaced", "read"), done);
    assertTrue(store.ifThere(StorageEngine::applied).isPresent());
    store.close();
  }

  /** Whoever was let in between would see a state that is about to go. */
  @Test
  void othersArePutOffUntilTheLastReplacementIsOver() {
    Snapshot lent = store.lend();
    store.replace(worker, () -> done.add("replaced"));
    submit("read");
    store.replace(worker, () -> done.add("replaced again"));
    workers.runAll();
    assertEquals(List.of(), done);
    store.giveBack(lent);
    workers.runAll();
    assertEquals(List.of("replaced", "replaced again", "read"), done);
    assertTrue(store.ifThere(StorageEngine::applied).isPresent());
    store.close();
  }

  @Test
  void whatFailsLetsOthersGoOn() {
    store.replace(
        worker,
        () -> {
          throw new IllegalStateException("no such checkpoint");
        });
    submit("read");
    try {
      workers.runAll();
    } catch (IllegalStateException e) {
      done.add(e.getMessage());
    }
    workers.runAll();
    assertEquals(List.of("no such checkpoint", "read"), done);
    store.close();
  }

  @Test
  void whoeverIsPutOffWhenItClosesIsRefused() {
    Snapshot lent = store.lend();
    store.replace(worker, () -> done.add("replaced"));
    submit("read");
    workers.runAll();
    worker.close();
    lent.close();
    store.close();
    assertEquals(List.of("read refused"), done);
    submit("late");
    assertEquals(List.of("read refused", "late refused"), done);
    assertFalse(done.contains("replaced"));
  }
}
