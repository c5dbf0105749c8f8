package io.zabdb.testkit.sim.command;

import io.zabdb.testkit.scenario.ScenarioReport;
import io.zabdb.testkit.sim.Options;
import io.zabdb.testkit.sim.Result;
import io.zabdb.testkit.sim.Simulation;
import io.zabdb.testkit.sim.campaign.Campaign;
import io.zabdb.testkit.sim.campaign.Reached;
import io.zabdb.testkit.sim.explain.BothLogs;
import io.zabdb.testkit.sim.explain.Chart;
import io.zabdb.testkit.sim.explain.EventPrinter;
import io.zabdb.testkit.sim.fault.Fault;
import io.zabdb.testkit.sim.fault.Profile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./zabdb simulate}: runs groups of replicas in virtual time, with faults, by seeds. */
@Command(
    name = "simulate",
    description = "Run groups of replicas in virtual time, with faults, a run for each seed.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:no run failed",
      "1:a run failed, or a story does not come true",
      "2:wrong usage"
    })
public final class SimulateCommand implements Callable<Integer> {

  private static final long USUAL_SEEDS = 1_000;
  private static final int CHART_ROWS = 300;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many seeds (default: 1000, or no end with --minutes).")
  private Long seeds;

  @Option(
      names = "--from",
      paramLabel = "SEED",
      description = "The first seed (default: ${DEFAULT-VALUE}).")
  private long from = 1;

  @Option(
      names = "--nodes",
      paramLabel = "3|5",
      description = "The size of the group (default: the seed draws it).")
  private int nodes;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description =
          "Which faults: swarm (default), calm, partitions, elections, crashes, disk, clocks, "
              + "compaction, replaced_disks, forgotten, purge, sessions, wrong_clocks, "
              + "disks_and_clocks, reconfig; node: the production code of nodes and clients.")
  private String profileName = "swarm";

  @Option(names = "--minutes", paramLabel = "M", description = "Stop after so many minutes.")
  private Double minutes;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Seeds at a time (default: the processors).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--explain",
      paramLabel = "SEED",
      description = "Print each event of this seed's run, and draw its end (SVG).")
  private Long explained;

  @Option(
      names = "--faults",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "N,N...",
      description = "With --explain: only these faults of the run's schedule; none if empty.")
  private String kept;

  @Option(
      names = "--scenario",
      arity = "1..*",
      paramLabel = "FILE",
      description = "Run the stories of these files instead (docs/scenarios.md).")
  private List<Path> scenarios;

  @Option(names = "--events", description = "With --scenario: print each event.")
  private boolean events;

  private final PrintStream out = System.out;
  private final List<OtherProfile> others;

  /** With the profiles of the core. */
  public SimulateCommand() {
    this(List.of());
  }

  /** With more profiles. */
  public SimulateCommand(List<? extends OtherProfile> others) {
    this.others = List.copyOf(others);
  }

  @Override
  public Integer call() throws InterruptedException {
    checkUsage();
    if (scenarios != null) {
      return tell();
    }
    Optional<OtherProfile> other =
        others.stream().filter(each -> each.label().equals(profileName)).findFirst();
    if (other.isPresent()) {
      return explained == null ? runMany(other.get()) : explain(other.get());
    }
    return explained == null ? runMany() : explain();
  }

  private int runMany(OtherProfile other) throws InterruptedException {
    return other.runMany(from, seedsToRun(), limit(), threads, out);
  }

  private int explain(OtherProfile other) {
    Optional<List<Integer>> numbers =
        Optional.ofNullable(kept)
            .map(
                text ->
                    Arrays.stream(text.split(","))
                        .filter(number -> !number.isEmpty())
                        .map(Integer::valueOf)
                        .toList());
    return other.explain(explained, numbers, out);
  }

  private void checkUsage() {
    if (nodes != 0 && nodes != 3 && nodes != 5) {
      throw wrong("--nodes must be 3 or 5");
    }
    if (seeds != null && seeds < 1) {
      throw wrong("--seeds must be at least 1");
    }
    if (minutes != null && !(minutes > 0)) {
      throw wrong("--minutes must be positive");
    }
    if (threads < 1) {
      throw wrong("--threads must be at least 1");
    }
    if (kept != null && explained == null) {
      throw wrong("--faults belongs to --explain");
    }
    if (events && scenarios == null) {
      throw wrong("--events belongs to --scenario");
    }
  }

  private Profile profile() {
    return Profile.named(profileName)
        .orElseThrow(
            () -> {
              String known =
                  Stream.concat(
                          Arrays.stream(Profile.values()).map(Profile::label),
                          others.stream().map(OtherProfile::label))
                      .collect(Collectors.joining(", "));
              return wrong("unknown profile '" + profileName + "'; known: " + known);
            });
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private long seedsToRun() {
    long usual = minutes == null ? USUAL_SEEDS : Long.MAX_VALUE - from;
    return seeds == null ? usual : seeds;
  }

  private Optional<Duration> limit() {
    return Optional.ofNullable(minutes).map(time -> Duration.ofMillis((long) (time * 60_000)));
  }

  // -- many runs

  private int runMany() throws InterruptedException {
    Campaign campaign = Campaign.of(profile(), nodes, from, seedsToRun(), limit());
    Thread progress = Progress.start(campaign.totals(), out);
    Optional<Result> failed = campaign.run(threads);
    progress.interrupt();
    progress.join();
    campaign.totals().print(out);
    failed.ifPresent(this::report);
    List<String> missed = Reached.missed(profile(), campaign.totals());
    missed.forEach(out::println);
    return failed.isPresent() || !missed.isEmpty() ? 1 : 0;
  }

  private void report(Result failed) {
    long seed = failed.options().seed();
    out.printf("%nFAILED: seed %d, after %,d us of virtual time%n", seed, failed.virtualMicros());
    out.println(failed.message());
    failed.failure().ifPresent(failure -> failure.printStackTrace(out));
    out.printf("%nReplay it: %s%n", replay(seed));
    out.println("leaving out faults as long as it still fails ...");
    List<Fault> needed = Campaign.minimise(failed);
    out.printf("%d of %d faults are left:%n", needed.size(), failed.options().faults().size());
    needed.forEach(fault -> out.println("  " + fault));
    String numbers =
        needed.stream().map(fault -> "" + fault.number()).collect(Collectors.joining(","));
    out.printf("Replay these: %s --faults=%s%n", replay(seed), numbers);
  }

  private String replay(long seed) {
    String size = nodes == 0 ? "" : " --nodes " + nodes;
    return "./zabdb simulate --profile " + profile().label() + size + " --explain " + seed;
  }

  // -- stories

  private int tell() {
    try {
      return ScenarioReport.print(scenarios, events, out) ? 0 : 1;
    } catch (IOException unreadable) {
      throw wrong("cannot be read: " + unreadable.getMessage());
    }
  }

  // -- one run

  private int explain() {
    Options options = Options.of(explained, profile(), nodes);
    if (kept != null) {
      List<String> numbers = List.of(kept.split(","));
      options =
          options.withFaults(
              options.faults().stream()
                  .filter(fault -> numbers.contains(Integer.toString(fault.number())))
                  .toList());
    }
    Chart chart = new Chart(options.nodes(), CHART_ROWS);
    Result result =
        new Simulation(options.withLog(new BothLogs(new EventPrinter(out), chart))).run();
    out.println(result.failed() ? "FAILED: " + result.message() : "nothing went wrong");
    result.failure().ifPresent(failure -> failure.printStackTrace(out));
    Path file =
        Path.of(System.getProperty("zabdb.home", ""), "impl", "target")
            .resolve("simulate-" + explained + ".svg");
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, chart.svg());
      out.println("drawn: " + file);
    } catch (IOException e) {
      // What was to be explained has been: a folder that cannot be written changes nothing of it.
      out.println("not drawn: " + file + " cannot be written (" + e + ")");
    }
    return result.failed() ? 1 : 0;
  }
}
