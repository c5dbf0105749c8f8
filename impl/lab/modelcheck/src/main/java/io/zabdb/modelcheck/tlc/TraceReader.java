package io.zabdb.modelcheck.tlc;

import io.zabdb.modelcheck.trace.Step;
import io.zabdb.modelcheck.trace.Trace;
import io.zabdb.modelcheck.value.Value;
import io.zabdb.modelcheck.value.ValueParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the counterexample out of TLC's messages. */
public final class TraceReader {

  private static final int STATE = 2217;
  private static final int STUTTERING = 2218;
  private static final int BACK_TO = 2122;
  private static final int INITIAL_VIOLATION = 2107;

  private static final Pattern HEAD = Pattern.compile("(\\d+): <(.*)>\\s*");
  private static final Pattern ACTION = Pattern.compile("(\\S+) (line \\d+.*)");
  private static final Pattern VARIABLE =
      Pattern.compile("^(?:/\\\\ )?([A-Za-z_][\\w!]*) = ", Pattern.MULTILINE);

  private TraceReader() {}

  /** The counterexample, or {@link Trace#NONE}. */
  public static Trace read(ToolOutput output) {
    List<Step> steps = new ArrayList<>();
    int backTo = 0;
    for (ToolOutput.Message message : output.messages()) {
      switch (message.code()) {
        case STATE -> steps.add(step(message.text()));
        case STUTTERING -> backTo = -1;
        case BACK_TO -> backTo = Integer.parseInt(message.text().split(":")[0].strip());
        case INITIAL_VIOLATION -> {
          // "Invariant X is violated by the initial state:" and the state itself, without a head
          // line.
          int end = message.text().indexOf('\n');
          steps.add(
              new Step(
                  1,
                  "Initial state",
                  List.of(),
                  variables(end < 0 ? "" : message.text().substring(end + 1))));
        }
        default -> {}
      }
    }
    return new Trace(steps, backTo);
  }

  private static Step step(String text) {
    int end = text.indexOf('\n');
    Matcher head = HEAD.matcher(end < 0 ? text : text.substring(0, end));
    if (!head.matches()) {
      throw new IllegalArgumentException("not a state as TLC prints it: " + text);
    }
    Map<String, Value> variables = variables(end < 0 ? "" : text.substring(end + 1));
    int number = Integer.parseInt(head.group(1));
    Matcher action = ACTION.matcher(head.group(2));
    if (action.matches()) {
      return new Step(number, action.group(1), List.of(), variables);
    }
    String name = head.group(2).equals("Initial predicate") ? "Initial state" : head.group(2);
    return new Step(number, name, List.of(), variables);
  }

  private static Map<String, Value> variables(String text) {
    Map<String, Value> variables = new LinkedHashMap<>();
    Matcher matcher = VARIABLE.matcher(text);
    String name = null;
    int from = 0;
    while (matcher.find()) {
      put(variables, name, text, from, matcher.start());
      name = matcher.group(1);
      from = matcher.end();
    }
    put(variables, name, text, from, text.length());
    return variables;
  }

  private static void put(
      Map<String, Value> variables, String name, String text, int from, int to) {
    if (name != null) {
      variables.put(name, value(text.substring(from, to)));
    }
  }

  /** A value of a shape we do not know is shown as TLC wrote it. */
  private static Value value(String text) {
    try {
      return ValueParser.parse(text);
    } catch (IllegalArgumentException | StringIndexOutOfBoundsException unknown) {
      return new Value.Atom(text.strip().replaceAll("\\s+", " "));
    }
  }
}
