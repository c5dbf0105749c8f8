package io.zabdb.maelstrom.group;

import io.zabdb.model.data.Bytes;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Result;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The replicated store, wherever its leader is. */
public interface Store {

  /**
   * Does something to the store, once.
   *
   * @return what came of it, or a {@link io.zabdb.maelstrom.protocol.RequestError}
   */
  CompletableFuture<Result> update(Action action);

  /**
   * Reads columns of a row, linearizably.
   *
   * @return the value of each, empty where there is none; or a {@link
   *     io.zabdb.maelstrom.protocol.RequestError}
   */
  CompletableFuture<List<Optional<Bytes>>> read(Bytes row, List<Bytes> columns);
}
