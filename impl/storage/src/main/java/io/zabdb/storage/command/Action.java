package io.zabdb.storage.command;

import io.zabdb.model.data.Condition;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.ring.Token;
import java.util.List;

/** What a command does to its partition, all of it or nothing. */
public sealed interface Action {

  /** The rows that it changes, in their order. */
  List<RowMutation> mutations();

  /** The tokens of these rows, each once. */
  default List<Long> tokens() {
    return mutations().stream()
        .map(mutation -> Token.of(mutation.row().array()))
        .distinct()
        .toList();
  }

  /** A row mutation. */
  record Mutate(RowMutation mutation) implements Action {
    @Override
    public List<RowMutation> mutations() {
      return List.of(mutation);
    }
  }

  /** A row mutation that is made only if all conditions hold of its row. */
  record CheckAndMutate(List<Condition> conditions, RowMutation mutation) implements Action {
    public CheckAndMutate {
      DataLimits.check("the number of checks", conditions.size(), 1, DataLimits.PARTS);
      conditions = List.copyOf(conditions);
    }

    @Override
    public List<RowMutation> mutations() {
      return List.of(mutation);
    }
  }

  /** Several row mutations, made in their order. */
  record Batch(List<RowMutation> mutations) implements Action {
    public Batch {
      DataLimits.check("the number of mutations in a batch", mutations.size(), 1, DataLimits.PARTS);
      mutations = List.copyOf(mutations);
    }
  }
}
