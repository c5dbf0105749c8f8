package io.zabdb.modelcheck.trace;

import io.zabdb.modelcheck.value.Value;
import io.zabdb.modelcheck.value.ValueDiff;
import java.io.PrintStream;
import java.util.Map;

/**
 * Prints a counterexample step by step: the whole first state, then only what each step changed.
 */
public final class TracePrinter {

  private static final String INDENT = "        ";
  private static final int LINE = 110;

  private final PrintStream out;

  public TracePrinter(PrintStream out) {
    this.out = out;
  }

  /** Prints all steps, and where the behaviour loops if it does. */
  public void print(Trace trace) {
    Step before = null;
    for (Step step : trace.steps()) {
      out.printf("  %3d  %s%n", step.number(), step.action());
      if (before == null) {
        step.state().forEach(this::printWhole);
      } else {
        printChanges(before.state(), step.state());
      }
      before = step;
    }
    if (trace.backTo() > 0) {
      out.printf("       ... and back to step %d, for ever%n", trace.backTo());
    } else if (trace.backTo() < 0) {
      out.println("       ... and nothing more happens (stuttering)");
    }
  }

  /** A function that would make a long line gets a line for each of its values. */
  private void printWhole(String name, Value value) {
    String line = INDENT + name + " = " + value;
    if (line.length() > LINE && value instanceof Value.Function function) {
      function
          .graph()
          .forEach((key, entry) -> out.println(INDENT + name + "[" + key + "] = " + entry));
    } else {
      out.println(line);
    }
  }

  private void printChanges(Map<String, Value> before, Map<String, Value> after) {
    after.forEach(
        (name, value) ->
            ValueDiff.diff(name, before.getOrDefault(name, value), value)
                .forEach(line -> out.println(INDENT + line)));
  }
}
