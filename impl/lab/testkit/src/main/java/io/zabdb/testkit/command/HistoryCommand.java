package io.zabdb.testkit.command;

import io.zabdb.testkit.history.Overlap;
import io.zabdb.testkit.history.format.Format;
import io.zabdb.testkit.history.format.HistoryFile;
import io.zabdb.testkit.history.format.UnreadableHistory;
import io.zabdb.testkit.linearizability.CheckResult;
import io.zabdb.testkit.linearizability.Limits;
import io.zabdb.testkit.linearizability.LinearizabilityChecker;
import io.zabdb.testkit.linearizability.Verdict;
import io.zabdb.testkit.report.Explanation;
import io.zabdb.testkit.report.FailurePage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code ./zabdb history}: checks recorded histories. The exit code is that of the worst file: 0
 * valid, 2 inconclusive, 1 invalid, 3 unreadable, from best to worst; 3 for wrong usage, too.
 */
@Command(
    name = "history",
    description = "Check whether recorded histories are linearizable.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = HistoryCommand.UNREADABLE,
    exitCodeListHeading = "Exit codes (of the worst file):%n",
    exitCodeList = {
      "0:all are linearizable",
      "1:one is not",
      "2:a limit ended a search, and none is known not to be",
      "3:one is unreadable"
    })
public final class HistoryCommand implements Callable<Integer> {

  private static final int VALID = 0;
  private static final int INVALID = 1;
  private static final int INCONCLUSIVE = 2;
  static final int UNREADABLE = 3;

  /** From best to worst. */
  private static final List<Integer> EXIT_CODES = List.of(VALID, INCONCLUSIVE, INVALID, UNREADABLE);

  @Spec private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files with a history each.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "etcd-log, kv-log, edn or jsonl; guessed by default.")
  private Format format;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "register, cas-register, map or append; guessed by default.")
  private ModelName model;

  @Option(
      names = "--html",
      paramLabel = "FOLDER|FILE.html",
      description = "Where to draw histories that are not linearizable.")
  private Path html;

  @Option(
      names = "--max-steps",
      paramLabel = "N",
      description = "Give up on a key after so many steps (default ${DEFAULT-VALUE}).")
  private long maxSteps = Limits.DEFAULT.steps();

  @Option(
      names = "--max-configurations",
      paramLabel = "N",
      description = "Give up on a key that needs more memory (default ${DEFAULT-VALUE}).")
  private int maxConfigurations = Limits.DEFAULT.configurations();

  @Option(
      names = "--max-seconds",
      paramLabel = "N",
      description = "Give up on a file after this time (default: no limit).")
  private Long maxSeconds;

  @Override
  public Integer call() {
    Limits limits = limits();
    if (html != null && !Pages.isFolder(html) && files.size() > 1) {
      throw wrongUsage("--html must name a folder if there are several files");
    }
    Pages pages = html == null ? null : new Pages(html);
    int worst = 0;
    for (Path file : files) {
      worst = Math.max(worst, EXIT_CODES.indexOf(check(file, limits, pages)));
    }
    spec.commandLine().getOut().flush();
    spec.commandLine().getErr().flush();
    return EXIT_CODES.get(worst);
  }

  private Limits limits() {
    try {
      Optional<Duration> time = Optional.ofNullable(maxSeconds).map(Duration::ofSeconds);
      return new Limits(maxSteps, maxConfigurations, time);
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e.getMessage());
    }
  }

  private ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private int check(Path file, Limits limits, Pages pages) {
    try {
      HistoryFile read = HistoryFile.read(file, Optional.ofNullable(format));
      ModelName used = model == null ? ModelName.guess(read) : model;
      read.require(used.model());
      CheckResult result = LinearizabilityChecker.check(read.history(), used.model(), limits);
      report(file, VerdictLine.of(read, used, result), read, result, pages);
      return switch (result.verdict()) {
        case VALID -> VALID;
        case INVALID -> INVALID;
        case INCONCLUSIVE -> INCONCLUSIVE;
      };
    } catch (UnreadableHistory e) {
      error(file + (e.line() == 0 ? "" : ":" + e.line()), e.getMessage());
    } catch (NoSuchFileException e) {
      error(file.toString(), "no such file");
    } catch (IOException e) {
      error(file.toString(), "cannot be read: " + e.getMessage());
    }
    return UNREADABLE;
  }

  private void report(Path file, String line, HistoryFile read, CheckResult result, Pages pages) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(file + ": " + line);
    // A weak history may fail to show a fault; a fault that it shows is there.
    if (result.verdict() == Verdict.VALID) {
      Overlap.of(read.history())
          .weaknesses()
          .forEach(weakness -> out.println("  this says little: " + weakness));
    }
    result.failure().ifPresent(failure -> out.println("  " + Explanation.of(failure)));
    if (result.failure().isPresent() && pages != null) {
      try {
        String page =
            FailurePage.write(file.getFileName().toString(), line, result.failure().get());
        out.println("  drawn: " + pages.write(file, page));
      } catch (IOException e) {
        // The verdict stands without its drawing.
        error(html.toString(), "cannot be written: " + e.getMessage());
      }
    }
  }

  private void error(String where, String message) {
    spec.commandLine().getErr().println("zabdb: " + where + ": " + message);
  }
}
