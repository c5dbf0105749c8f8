package io.zabdb.cli.node;

import io.zabdb.node.config.Tables;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Makes the options of a node flags of the command, for its help and for completion. */
final class NodeOptions implements IModelTransformer {

  @Override
  public CommandSpec transform(CommandSpec command) {
    command.addOption(
        OptionSpec.builder("--config")
            .type(String.class)
            .paramLabel("FILE")
            .description("A file of lines NAME = VALUE.")
            .build());
    for (String name : Tables.names()) {
      boolean isSwitch = Tables.isSwitch(name);
      OptionSpec.Builder option =
          OptionSpec.builder("--" + name)
              .type(String.class)
              .arity(isSwitch ? "0..1" : "1")
              .paramLabel("VALUE")
              .description(Tables.meaning(name));
      if (isSwitch) {
        option.fallbackValue("true");
      }
      command.addOption(option.build());
    }
    return command;
  }

  /** What was given, as the node's configuration reads it: unknown flags, too. */
  static List<String> flags(ParseResult parsed, List<String> unmatched) {
    List<String> flags = new ArrayList<>();
    for (OptionSpec option : parsed.matchedOptions()) {
      if (option.typeInfo().getType() == String.class) {
        flags.add(option.longestName() + "=" + option.getValue());
      }
    }
    flags.addAll(unmatched);
    return flags;
  }
}
