package io.zabdb.node.config;

import java.util.ArrayList;
import java.util.List;

/** A part of the configuration, a heading: the options under it are declared by it, in order. */
final class OptionPart {

  private final String name;
  private final List<Option<?>> options = new ArrayList<>();

  OptionPart(String name) {
    this.name = name;
  }

  /** One that must be given. */
  <T> Option<T> required(String option, OptionType<T> type, String doc) {
    return add(new Option<>(option, name, type, null, null, doc));
  }

  /** One that has a default. */
  <T> Option<T> given(String option, OptionType<T> type, String fallback, String doc) {
    return add(new Option<>(option, name, type, fallback, null, doc));
  }

  /** One that may be absent, with what that means. */
  <T> Option<T> absent(String option, OptionType<T> type, String absent, String doc) {
    return add(new Option<>(option, name, type, null, absent, doc));
  }

  private <T> Option<T> add(Option<T> option) {
    options.add(option);
    return option;
  }

  /** Those that have been declared. */
  List<Option<?>> options() {
    return List.copyOf(options);
  }
}
