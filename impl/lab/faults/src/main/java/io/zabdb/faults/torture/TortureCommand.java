package io.zabdb.faults.torture;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./zabdb torture}: sick disks and clocks, greedy clients, kills, at real processes. */
@Command(
    name = "torture",
    description = {
      "Strike at clusters of real processes, again and again, while clients use them: sick disks",
      "and clocks, greedy clients, kills, replaced disks. Nothing may be lost or done twice, and no",
      "node may end that was not meant to."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:all held", "1:something did not hold", "2:wrong usage"})
public final class TortureCommand implements Callable<Integer> {

  private static final int SEEDS = 1_000_000;

  /** Of what failed; all of it is with the evidence. */
  private static final int SHOWN_LINES = 5;

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "How long, about; each strike comes at least once (default: 10).")
  private int minutes = 10;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Which strikes, in which order (default: drawn, and printed).")
  private Long seed;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      split = ",",
      description = "Only strikes whose names contain one of these (default: all).")
  private List<String> only = List.of("");

  @Option(
      names = "--evidence",
      paramLabel = "DIR",
      description = "Where to put logs and histories of a failure (default: ${DEFAULT-VALUE}).")
  private Path evidence = Path.of("torture");

  @Override
  public Integer call() throws Exception {
    if (minutes < 0) {
      throw new ParameterException(
          spec.commandLine(), "--minutes is " + minutes + ", allowed is 0 or more");
    }
    for (String text : only) {
      if (Strikes.possible(Means.ALL).stream().noneMatch(each -> each.name().contains(text))) {
        throw new ParameterException(
            spec.commandLine(), "--only " + text + ": no strike has that in its name");
      }
    }
    PrintStream out = System.out;
    long drawn = seed == null ? new Random().nextInt(SEEDS) : seed;
    out.println("torture: seed " + drawn);
    Torture torture = new Torture(drawn, Duration.ofMinutes(minutes), only, evidence, out);
    try {
      torture.run();
    } catch (AssertionError e) {
      out.println();
      out.print(torture.report().table());
      String what = e.getMessage().lines().limit(SHOWN_LINES).collect(Collectors.joining("\n"));
      out.println("seed " + drawn + ": " + what);
      out.println("evidence is in " + evidence.toAbsolutePath());
      out.println(torture.report().strikes() + " passed, 1 failed");
      return 1;
    }
    out.println();
    out.print(torture.report().table());
    out.println("0 lost, 0 done twice, no process ended that was not meant to");
    out.println(torture.report().strikes() + " passed, 0 failed");
    return 0;
  }
}
