package io.zabdb.node.config;

import java.util.List;

/** The options for people: in the documentation, in an example file, and as they are in use. */
public final class Tables {

  private Tables() {}

  /** The options with name, type, range, default and meaning, in Markdown. */
  public static String markdown() {
    StringBuilder text = new StringBuilder();
    String part = "";
    for (Option<?> option : Options.all()) {
      if (!option.part().equals(part)) {
        part = option.part();
        text.append("\n### ")
            .append(Character.toUpperCase(part.charAt(0)))
            .append(part.substring(1))
            .append("\n\n| option | allowed | default | meaning |\n| --- | --- | --- | --- |\n");
      }
      text.append("| `")
          .append(option.name())
          .append("` | ")
          .append(option.type().allowed())
          .append(" | ")
          .append(option.fallback() == null ? option.fallbackText() : "`" + option.fallback() + "`")
          .append(" | ")
          .append(option.doc())
          .append(" |\n");
    }
    return text.toString();
  }

  /** An example of a configuration file: all options, commented out, with their defaults. */
  public static String example() {
    StringBuilder text = new StringBuilder();
    text.append("# Configuration of a ZabDB node. Flags (--name value) and environment variables\n")
        .append("# (ZABDB_NAME) go before it. docs/configuration.md has the same as tables.\n");
    String part = "";
    for (Option<?> option : Options.all()) {
      if (!option.part().equals(part)) {
        part = option.part();
        text.append("\n# -- ").append(part).append('\n');
      }
      text.append("\n# ").append(option.doc()).append('\n');
      text.append("# Allowed: ").append(option.type().allowed()).append(".\n");
      if (option.fallback() == null) {
        text.append("# Default: ").append(option.fallbackText()).append(".\n");
      }
      String value = option.fallback() == null ? "" : option.fallback();
      text.append('#').append(option.name()).append(" =");
      text.append(value.isEmpty() ? "" : " " + value).append('\n');
    }
    return text.toString();
  }

  /** What is in use, and where it came from: a configuration file. */
  static String printed(OptionValues values) {
    StringBuilder text = new StringBuilder();
    for (Option<?> option : Options.all()) {
      Setting setting = values.setting(option);
      String line =
          setting == null ? "#" + option.name() + " =" : option.name() + " = " + setting.value();
      String source = setting == null ? "default: " + option.fallbackText() : setting.source();
      text.append(String.format("%-40s # %s%n", line, source));
    }
    return text.toString();
  }

  /** The names of all options, for completion and help. */
  public static List<String> names() {
    return Options.all().stream().map(Option::name).toList();
  }

  /** What an option means, in one sentence. */
  public static String meaning(String name) {
    return option(name).doc();
  }

  /** Whether an option is off by default, and on if its flag has no value. */
  public static boolean isSwitch(String name) {
    return option(name).isSwitch();
  }

  private static Option<?> option(String name) {
    return Options.all().stream()
        .filter(option -> option.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
