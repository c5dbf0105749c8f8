package io.zabdb.node.config;

/**
 * What is wrong with a configuration. Its text names the option, the value, where it came from, and
 * what is allowed.
 */
public record Problem(String text) {

  static Problem unknown(String name, String source, String nearest) {
    return new Problem(
        "unknown option " + name + " (" + source + "); did you mean " + nearest + "?");
  }

  static Problem missing(Option<?> option) {
    return new Problem(
        "option "
            + option.name()
            + " is missing: give --"
            + option.name()
            + ", "
            + option.variable()
            + ", or "
            + option.name()
            + " in the file; allowed is "
            + option.type().allowed());
  }

  static Problem invalid(Option<?> option, Setting setting, String reason) {
    return new Problem(
        "option "
            + option.name()
            + " is '"
            + setting.value()
            + "' ("
            + setting.source()
            + "): "
            + (reason == null ? "" : reason + "; ")
            + "allowed is "
            + option.type().allowed());
  }

  /** A value that does not fit others. */
  static Problem unfit(Option<?> option, Setting setting, String allowed) {
    return new Problem(
        "option "
            + option.name()
            + " is '"
            + setting.value()
            + "' ("
            + setting.source()
            + "): allowed is "
            + allowed);
  }

  @Override
  public String toString() {
    return text;
  }
}
