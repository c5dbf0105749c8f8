package io.zabdb.faults.syncs;

import io.zabdb.faults.preload.Preload;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./zabdb bench syncs}: throughput and leaders while syncs take longer. */
@Command(
    name = "syncs",
    description = {
      "Throughput, latency and changes of leader while each sync of each node takes so much longer:",
      "a cluster of three processes for each delay. Needs Linux and a C compiler."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:measured", "1:a cluster did not serve", "2:wrong usage or a missing tool"})
public final class SyncsCommand implements Callable<Integer> {

  private static final int MAX_MILLIS = 10_000;
  private static final int MAX_SECONDS = 3_600;
  private static final int MAX_CLIENTS = 4_096;
  private static final int MAX_VALUE_BYTES = 1 << 20;
  private static final int MISSING_TOOL = 2;

  @Spec private CommandSpec spec;

  @Option(
      names = "--delays",
      paramLabel = "MS",
      split = ",",
      defaultValue = "0,5,20,50,100,200,500",
      description =
          "Added to each sync, in milliseconds, one after the other (default: ${DEFAULT-VALUE}).")
  private List<Integer> delays;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "20",
      description = "Measured for each (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "32",
      description = "Each waits for its answer before it writes again (default: ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--value-bytes",
      paramLabel = "N",
      defaultValue = "128",
      description = "Of each value (default: ${DEFAULT-VALUE}).")
  private int valueBytes;

  @Override
  public Integer call() throws Exception {
    delays.forEach(delay -> check("--delays", delay, 0, MAX_MILLIS));
    check("--seconds", seconds, 1, MAX_SECONDS);
    check("--clients", clients, 1, MAX_CLIENTS);
    check("--value-bytes", valueBytes, 1, MAX_VALUE_BYTES);
    PrintStream out = System.out;
    if (!Preload.isPossible()) {
      System.err.println("zabdb: bench syncs needs Linux and a C compiler (cc, gcc or clang).");
      return MISSING_TOOL;
    }
    SyncsBench bench = new SyncsBench(Duration.ofSeconds(seconds), clients, valueBytes);
    List<SyncsResult> results = new ArrayList<>();
    try {
      for (int delay : delays) {
        System.err.println("syncs that take " + delay + " ms more ...");
        results.add(bench.measure(Duration.ofMillis(delay)));
      }
    } catch (AssertionError e) {
      out.print(results.isEmpty() ? "" : SyncsReport.of(results));
      System.err.println("zabdb: " + e.getMessage());
      return 1;
    }
    out.print(SyncsReport.of(results));
    return 0;
  }

  private void check(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(), option + " is " + value + ", allowed is " + least + " to " + most);
    }
  }
}
