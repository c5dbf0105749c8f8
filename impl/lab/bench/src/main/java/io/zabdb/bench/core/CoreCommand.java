package io.zabdb.bench.core;

import java.util.Collection;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./zabdb bench core}: what a step of the core costs. */
@Command(
    name = "core",
    description = "Time and memory of the core's own steps, without network and disk (JMH).",
    mixinStandardHelpOptions = true)
public final class CoreCommand implements Callable<Integer> {

  @Option(
      names = "--forks",
      defaultValue = "3",
      paramLabel = "N",
      description = "JVMs to measure in, one after another (default: ${DEFAULT-VALUE}).")
  private int forks;

  @Option(
      names = "--seconds",
      defaultValue = "10",
      paramLabel = "S",
      description = "To measure for in each (default: ${DEFAULT-VALUE}); as much again to warm up.")
  private int seconds;

  @Override
  public Integer call() throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include("\\." + CoreSteps.class.getSimpleName() + "\\.")
                    .forks(forks)
                    .warmupIterations(seconds)
                    .measurementIterations(seconds)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementTime(TimeValue.seconds(1))
                    .addProfiler(GCProfiler.class)
                    .verbosity(VerboseMode.SILENT)
                    .jvmArgs("-Xms1g", "-Xmx1g")
                    .build())
            .run();
    System.out.println("step      ns per operation        bytes allocated per operation");
    for (RunResult result : results) {
      Result<?> time = result.getPrimaryResult();
      Result<?> memory = result.getSecondaryResults().get("gc.alloc.rate.norm");
      System.out.printf(
          Locale.ROOT,
          "%-8s  %8.0f +- %-8.0f  %10.0f%n",
          time.getLabel(),
          time.getScore(),
          time.getScoreError(),
          memory.getScore());
    }
    return 0;
  }
}
