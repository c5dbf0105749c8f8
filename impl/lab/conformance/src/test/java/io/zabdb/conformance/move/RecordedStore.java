package io.zabdb.conformance.move;

import io.zabdb.core.message.Entry;
import io.zabdb.replica.memory.ForwardingEngine;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.engine.StorageEngine;
import java.util.ArrayList;
import java.util.List;

/**
 * The store of a replica, of which is recorded what each entry makes of its group's table. Entries
 * are applied one by one, which makes no difference: a simulated store has room for all of them or
 * for none, since its disk does not fill up within one step.
 */
final class RecordedStore extends ForwardingEngine {

  private final StorageEngine store;
  private final MoveRecorder recorder;

  RecordedStore(StorageEngine store, MoveRecorder recorder) {
    this.store = store;
    this.recorder = recorder;
  }

  @Override
  protected StorageEngine engine() {
    return store;
  }

  @Override
  public List<Result> apply(List<Entry> entries) {
    List<Result> results = new ArrayList<>();
    for (Entry entry : entries) {
      List<Result> result = store.apply(List.of(entry));
      recorder.applied(store, entry, result.get(0));
      results.addAll(result);
    }
    return results;
  }
}
