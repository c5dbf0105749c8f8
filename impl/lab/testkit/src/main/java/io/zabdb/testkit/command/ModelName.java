package io.zabdb.testkit.command;

import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.history.format.Format;
import io.zabdb.testkit.history.format.HistoryFile;
import io.zabdb.testkit.linearizability.AppendModel;
import io.zabdb.testkit.linearizability.RegisterModel;
import io.zabdb.testkit.linearizability.SequentialModel;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The models that a user can name. */
enum ModelName {
  REGISTER(RegisterModel.register()),
  CAS_REGISTER(RegisterModel.casRegister()),
  MAP(RegisterModel.map()),
  APPEND(new AppendModel());

  private final SequentialModel<?> model;

  ModelName(SequentialModel<?> model) {
    this.model = model;
  }

  SequentialModel<?> model() {
    return model;
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The model that the format or else the functions of a history speak for. */
  static ModelName guess(HistoryFile file) {
    Set<String> functions =
        file.history().operations().stream().map(Operation::function).collect(Collectors.toSet());
    if (file.format() == Format.KV_LOG || functions.contains("append")) {
      return APPEND;
    }
    if (functions.contains("put") || functions.contains("delete")) {
      return MAP;
    }
    return CAS_REGISTER;
  }
}
