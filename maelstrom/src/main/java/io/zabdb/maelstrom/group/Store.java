package io.zabdb.maelstrom.group;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The replicated store, wherever its leader is. */
public interface Store {

  /**
   * Changes a row, once.
   *
   * @param conditions that must hold of the row; empty: none
   * @return false if one does not hold, and nothing has changed; fails with a {@link
   *     io.zabdb.maelstrom.protocol.RequestError}
   */
  CompletableFuture<Boolean> update(List<Condition> conditions, RowMutation mutation);

  /**
   * Reads columns of a row, linearizably, all from one state.
   *
   * @return the value of each, empty where there is none; fails with a {@link
   *     io.zabdb.maelstrom.protocol.RequestError}
   */
  CompletableFuture<List<Optional<Bytes>>> read(Bytes row, List<Bytes> columns);
}
