package io.zabdb.conformance.trace;

import io.zabdb.modelcheck.Home;
import io.zabdb.trace.Trace;
import io.zabdb.trace.TraceFile;
import io.zabdb.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code ./zabdb trace}: checks traces of real clusters or of the simulator against the spec.
 *
 * <p>Exit codes: 0 all accepted, 1 one refused, 2 wrong usage, 3 one unreadable, 4 one accepted in
 * which a required action is missing.
 */
@Command(
    name = "trace",
    description = "Check that recorded traces are behaviours of the spec, with TLC.",
    mixinStandardHelpOptions = true)
public final class TraceCommand implements Callable<Integer> {

  private static final int REFUSED = 1;
  private static final int WRONG_USAGE = 2;
  private static final int UNREADABLE = 3;
  private static final int TOO_LITTLE = 4;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Traces: one JSON object a line.")
  private List<Path> files;

  @Option(
      names = "--merge",
      description =
          "The files are of the members of one group: they are merged and checked as one.")
  private boolean merge;

  @Option(
      names = "--events",
      paramLabel = "N",
      description =
          "How many events of each trace to check, from its beginning (default: all). TLC's time grows"
              + " faster than the trace.")
  private Integer events;

  @Option(
      names = "--require",
      split = ",",
      paramLabel = "ACTION",
      description =
          "Actions that must be among the events that are checked of each trace, such as Restart: a"
              + " beginning in which nothing happens proves little.")
  private List<String> required = List.of();

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "2",
      description = "How many TLC processes at a time (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (events != null && events < 1) {
      System.err.println("zabdb: --events must be at least 1, not " + events);
      return WRONG_USAGE;
    }
    List<Trace> traces = new ArrayList<>();
    for (Path file : files) {
      if (!Files.isReadable(file)) {
        return unreadable("there is no readable file " + file);
      }
      try {
        traces.add(TraceFile.read(file));
      } catch (TraceFormatException wrong) {
        return unreadable(wrong.getMessage());
      }
    }
    try {
      return check(merge ? List.of(TraceMerge.merge("merged", traces)) : traces);
    } catch (TraceFormatException wrong) {
      return unreadable(wrong.getMessage());
    }
  }

  private int check(List<Trace> traces) throws IOException, InterruptedException {
    try {
      List<Trace> beginnings = traces.stream().map(this::beginning).toList();
      List<Verdict> verdicts = new TraceChecker(Home.folder("specs"), jobs).check(beginnings);
      verdicts.forEach(System.out::println);
      if (!verdicts.stream().allMatch(Verdict::accepted)) {
        return REFUSED;
      }
      boolean isTooLittle = false;
      for (Trace trace : beginnings) {
        isTooLittle |= lacks(trace);
      }
      return isTooLittle ? TOO_LITTLE : 0;
    } catch (TraceFormatException wrong) {
      return unreadable(wrong.getMessage());
    }
  }

  /** Whether a required action is missing, and says which. */
  private boolean lacks(Trace trace) {
    List<String> missing =
        required.stream()
            .filter(action -> trace.events().stream().noneMatch(event -> event.is(action)))
            .toList();
    if (!missing.isEmpty()) {
      System.out.println(trace.name() + ": none of its events is " + String.join(", or ", missing));
    }
    return !missing.isEmpty();
  }

  /** The beginning of a trace is a trace. */
  private Trace beginning(Trace trace) {
    int length = trace.events().size();
    int checked = events == null ? length : Math.min(events, length);
    return new Trace(trace.name(), trace.servers(), trace.events().subList(0, checked));
  }

  private static int unreadable(String reason) {
    System.err.println("zabdb: " + reason);
    return UNREADABLE;
  }
}
