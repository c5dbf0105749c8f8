package io.zabdb.storage.engine;

import io.zabdb.core.message.Entry;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.RowMutation;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import java.util.List;

/** Makes entries in a row and applies them, each at once: session 1 asks, in partition "p". */
final class Log {

  static final String PARTITION = "p";

  private final StorageEngine engine;
  private long time;

  Log(StorageEngine engine) {
    this.engine = engine;
  }

  /** From now on commands carry this time, in milliseconds. */
  Log at(long millis) {
    time = millis;
    return this;
  }

  /** Applies an action. */
  Result apply(Action action) {
    long counter = engine.applied().zxid().counter() + 1;
    byte[] payload = CommandCodec.encode(new Command(PARTITION, time, action));
    return engine.apply(List.of(new Entry(1, counter, 1, counter, payload))).get(0);
  }

  /** Applies changes to a row. */
  Result apply(String row, Change... changes) {
    return apply(new Action.Mutate(mutation(row, changes)));
  }

  static RowMutation mutation(String row, Change... changes) {
    return new RowMutation(Bytes.of(row), List.of(changes));
  }

  static Change put(String family, String qualifier, String value) {
    return new Change.Put(new Column(family, Bytes.of(qualifier)), Bytes.of(value));
  }
}
