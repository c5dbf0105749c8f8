package io.zabdb.modelcheck.tlc;

import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.process.Command;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns TLC's exit code and messages into a {@link TlcResult}. The codes are those of TLC 2.18. */
final class ResultReader {

  private static final Pattern INVARIANT =
      Pattern.compile(
          "Invariant (\\S+) is violated|Action property (.+) is violated|Property (\\S+) is violated");
  private static final Pattern COUNTS =
      Pattern.compile(
          "([\\d,]+) states generated.*?, (-?[\\d,]+) distinct states found", Pattern.DOTALL);
  private static final Pattern DEPTH = Pattern.compile("graph search is (\\d+)");
  private static final Pattern PROGRESS_DEPTH = Pattern.compile("Progress\\((\\d+)\\)");

  /** Exit codes from here on mean that TLC could not do its work. */
  private static final int FIRST_BROKEN = 75;

  private ResultReader() {}

  static TlcResult read(Model model, Command.Ended ended) {
    ToolOutput output = ToolOutput.parse(ended.output());
    Outcome outcome =
        ended.timedOut()
            ? new Outcome(Outcome.Kind.TIMED_OUT, "")
            : outcome(model, ended.exit(), output);
    long[] counts = counts(output);
    // A liveness check prints no depth, but its progress lines carry it.
    int depth =
        number(DEPTH, output.last(2194))
            .or(() -> number(PROGRESS_DEPTH, output.last(2200)))
            .orElse(-1);
    boolean finished = !ended.timedOut() && ended.exit() < FIRST_BROKEN;
    return new TlcResult(
        outcome,
        counts[1],
        counts[0],
        depth,
        finished,
        ended.time(),
        TraceReader.read(output),
        Gate.missed(model, output.freeLines()),
        output.freeLines());
  }

  private static Outcome outcome(Model model, int exit, ToolOutput output) {
    return switch (exit) {
      case 0 -> new Outcome(Outcome.Kind.HOLDS, "");
      case 11 -> new Outcome(Outcome.Kind.DEADLOCK, "");
      case 12, 13 -> new Outcome(Outcome.Kind.VIOLATES, violated(model, exit, output));
      case 10, 14, 75 -> new Outcome(Outcome.Kind.EVALUATION_ERROR, errors(output));
      case 150, 151, 255 -> new Outcome(Outcome.Kind.PARSE_ERROR, errors(output));
      default -> new Outcome(Outcome.Kind.TLC_ERROR, "exit code " + exit + "\n" + errors(output));
    };
  }

  /**
   * TLC names invariants and action properties; otherwise the only PROPERTY of the configuration is
   * the one.
   */
  private static String violated(Model model, int exit, ToolOutput output) {
    List<String> properties = model.config().properties();
    if (exit == 13 && properties.size() == 1) {
      return properties.get(0);
    }
    Matcher named = INVARIANT.matcher(output.first(2107, 2108, 2110, 2112).orElse(""));
    if (named.find()) {
      return named.group(1) != null
          ? named.group(1)
          : named.group(2) != null ? named.group(2) : named.group(3);
    }
    return "one of " + String.join(", ", properties);
  }

  /**
   * SANY's findings and TLC's error messages, without the progress messages (codes 2185 to 2220,
   * 22xx).
   */
  private static String errors(ToolOutput output) {
    StringBuilder text = new StringBuilder();
    output
        .freeText()
        .lines()
        .filter(
            line ->
                !line.startsWith("Parsing file")
                    && !line.startsWith("Semantic processing of module"))
        .forEach(line -> text.append(line).append('\n'));
    for (ToolOutput.Message message : output.messages()) {
      if (!Quiet.CODES.contains(message.code())) {
        text.append(message.text()).append('\n');
      }
    }
    return text.toString().strip();
  }

  private static long[] counts(ToolOutput output) {
    Matcher counts = COUNTS.matcher(output.last(2199, 2200, 2209).orElse(""));
    if (!counts.find()) {
      return new long[] {-1, -1};
    }
    return new long[] {plain(counts.group(1)), plain(counts.group(2))};
  }

  private static long plain(String number) {
    return Long.parseLong(number.replace(",", ""));
  }

  private static Optional<Integer> number(Pattern pattern, Optional<String> text) {
    return text.map(pattern::matcher)
        .filter(Matcher::find)
        .map(matcher -> Integer.parseInt(matcher.group(1)));
  }
}
