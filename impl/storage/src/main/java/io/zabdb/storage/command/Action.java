package io.zabdb.storage.command;

import io.zabdb.model.data.DataLimits;
import io.zabdb.storage.data.Bytes;
import java.util.List;

/** What a command does to its partition, all of it or nothing. */
public sealed interface Action {

  /** Changes in one row, made in their order: a delete removes what was put before it. */
  record RowMutation(Bytes row, List<Change> changes) implements Action {
    public RowMutation {
      DataLimits.checkRowKey(row.length());
      DataLimits.check("the number of changes in a row", changes.size(), 1, DataLimits.PARTS);
      changes = List.copyOf(changes);
    }
  }

  /** A row mutation that is made only if all checks hold of its row. */
  record CheckAndMutate(List<Check> checks, RowMutation mutation) implements Action {
    public CheckAndMutate {
      DataLimits.check("the number of checks", checks.size(), 1, DataLimits.PARTS);
      checks = List.copyOf(checks);
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
