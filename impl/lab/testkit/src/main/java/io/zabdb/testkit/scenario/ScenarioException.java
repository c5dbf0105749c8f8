package io.zabdb.testkit.scenario;

/** A line of a scenario says what is not understood, or expects what does not come true. */
public final class ScenarioException extends RuntimeException {

  private static final long serialVersionUID = 1;

  ScenarioException(Line line, String problem) {
    super(line.place() + ": " + problem + ": " + line.text());
  }

  ScenarioException(Line line, RuntimeException cause) {
    super(line.place() + ": " + cause.getMessage() + ": " + line.text(), cause);
  }
}
