package io.zabdb.node.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used. Its message has a line for each problem. */
public final class ConfigException extends Exception {

  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  public ConfigException(List<Problem> problems) {
    super(problems.stream().map(Problem::text).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  public List<Problem> problems() {
    return problems;
  }
}
