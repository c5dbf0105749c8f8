package io.zabdb.testkit.sim.client;

import io.zabdb.testkit.history.HistoryRecorder;
import io.zabdb.testkit.sim.store.Command;
import io.zabdb.testkit.sim.store.Result;
import java.util.Arrays;
import java.util.Locale;

/** Writes commands and results into a history, in the words of {@code RegisterModel.map()}. */
final class Histories {

  private Histories() {}

  /** Returns the id of the operation in the history. */
  static int invoke(HistoryRecorder history, int client, Command command) {
    String function = command.kind().name().toLowerCase(Locale.ROOT);
    Object argument =
        switch (command.kind()) {
          case GET, DELETE -> null;
          case PUT -> command.value();
          // A list that may hold null: no value.
          case CAS -> Arrays.asList(orNull(command.expected()), command.value());
        };
    return history.invoke(client, command.key(), function, argument);
  }

  static void ok(HistoryRecorder history, int id, Command command, Result result) {
    history.ok(id, command.kind() == Command.Kind.GET ? orNull(result.value()) : result.done());
  }

  private static Long orNull(long value) {
    return value == 0 ? null : value;
  }
}
