package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.storage.RandomCells;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Action.Batch;
import io.zabdb.storage.command.Action.CheckAndMutate;
import io.zabdb.storage.command.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Commands on few rows, so that they meet. */
final class RandomCommands {

  static final List<String> PARTITIONS = List.of("p", "q", "r");

  private final Random random;
  private final Model model;
  private long clock = 1_000;

  RandomCommands(Random random, Model model) {
    this.random = random;
    this.model = model;
  }

  Command next() {
    // Mostly forward, at times back, as with a new leader.
    clock = Math.max(0, clock + random.nextInt(40) - 8);
    String partition = PARTITIONS.get(random.nextInt(PARTITIONS.size()));
    return new Command(partition, clock, action(partition));
  }

  private Action action(String partition) {
    return switch (random.nextInt(4)) {
      case 0 -> new CheckAndMutate(list(2, () -> check(partition)), mutation(partition));
      case 1 -> new Batch(list(4, () -> mutation(partition)));
      default -> new Action.Mutate(mutation(partition));
    };
  }

  private RowMutation mutation(String partition) {
    return new RowMutation(row(), list(4, () -> change(partition)));
  }

  private Change change(String partition) {
    return switch (random.nextInt(12)) {
      case 0 -> new Change.DeleteRow();
      case 1 -> new Change.DeleteFamily(family());
      case 2 -> new Change.DeleteColumn(new Column(family(), qualifier()));
      case 3 -> new Change.DeleteVersion(new Column(family(), qualifier()), version(partition));
      default -> new Change.Put(new Column(family(), qualifier()), value());
    };
  }

  private Condition check(String partition) {
    return switch (random.nextInt(4)) {
      case 0 -> new Condition.Absent(new Column(family(), qualifier()));
      case 1 -> new Condition.Present(new Column(family(), qualifier()));
      case 2 -> new Condition.HasValue(new Column(family(), qualifier()), value());
      default -> new Condition.HasVersion(new Column(family(), qualifier()), version(partition));
    };
  }

  private Version version(String partition) {
    return model.someVersion(partition, random.nextInt(1_000));
  }

  Bytes row() {
    return RandomCells.bytes(random, 1, 2);
  }

  Bytes qualifier() {
    return RandomCells.bytes(random, 0, 1);
  }

  String family() {
    return random.nextInt(60) == 0 ? "unknown" : RandomRun.FAMILIES.get(random.nextInt(3)).name();
  }

  private Bytes value() {
    // Few short ones, so that checks hold; some long ones, so that files fill.
    return random.nextInt(8) == 0
        ? Bytes.wrap(new byte[random.nextInt(4_000)])
        : Bytes.of("v" + random.nextInt(3));
  }

  private <T> List<T> list(int max, Supplier<T> item) {
    List<T> items = new ArrayList<>();
    for (int i = random.nextInt(max); i >= 0; i--) {
      items.add(item.get());
    }
    return items;
  }
}
