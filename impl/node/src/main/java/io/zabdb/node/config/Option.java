package io.zabdb.node.config;

import java.util.Locale;

/**
 * An option of a node, declared in {@link Options}. Immutable.
 *
 * @param name as in the file and, behind {@code --}, as a flag
 * @param part of the configuration, a heading
 * @param type what values it takes
 * @param fallback the default, as text; null: see {@code absent}
 * @param absent what it means that it is not given, where there is no default value; null: it must
 *     be given
 * @param doc one sentence
 */
record Option<T>(
    String name, String part, OptionType<T> type, String fallback, String absent, String doc) {

  /** The environment variable that sets it. */
  String variable() {
    return "ZABDB_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  boolean isRequired() {
    return fallback == null && absent == null;
  }

  /** Whether it is off by default, and on if its flag has no value. */
  boolean isSwitch() {
    return "false".equals(fallback);
  }

  /** The default in words. */
  String fallbackText() {
    if (isRequired()) {
      return "must be given";
    }
    return fallback != null ? fallback : absent;
  }
}
