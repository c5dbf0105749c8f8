package io.zabdb.node.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The values of all options, read from their texts. */
final class OptionValues {

  private final Map<String, Setting> settings;
  private final List<Problem> problems;
  private final Map<Option<?>, Object> values = new HashMap<>();

  OptionValues(Map<String, Setting> settings, List<Problem> problems) {
    this.settings = settings;
    this.problems = problems;
    Options.all().forEach(this::read);
  }

  private <T> void read(Option<T> option) {
    Setting setting = setting(option);
    if (setting == null) {
      if (option.isRequired()) {
        problems.add(Problem.missing(option));
      }
      return;
    }
    try {
      values.put(option, option.type().parse(setting.value()));
    } catch (IllegalArgumentException e) {
      problems.add(Problem.invalid(option, setting, e.getMessage()));
    }
  }

  /** What was given, or the default; null if there is neither. */
  Setting setting(Option<?> option) {
    Setting given = settings.get(option.name());
    if (given == null && option.fallback() != null) {
      return new Setting(option.fallback(), "default");
    }
    return given;
  }

  /** The value of an option that has one. */
  <T> T get(Option<T> option) {
    return find(option).orElseThrow();
  }

  @SuppressWarnings("unchecked") // The values were read by the types of their options.
  <T> Optional<T> find(Option<T> option) {
    return Optional.ofNullable((T) values.get(option));
  }

  /** Reports a value that does not fit others. */
  void check(boolean fits, Option<?> option, String allowed) {
    if (!fits) {
      problems.add(Problem.unfit(option, setting(option), allowed));
    }
  }
}
