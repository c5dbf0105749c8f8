package io.zabdb.faults.judge;

import io.zabdb.testkit.broken.BrokenBuild;
import io.zabdb.testkit.broken.BrokenBuilds;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./zabdb broken}: builds with a bug, to see whether the judges convict them. */
@Command(
    name = "broken",
    description = "Builds of the product with a bug each, to see whether judges convict them.",
    mixinStandardHelpOptions = true,
    subcommandsRepeatable = false)
public final class BrokenCommand {

  private static final int MAX_TIMES = 1_000;

  @Spec private CommandSpec spec;

  @Command(
      name = "list",
      description = "Print all, and what is wrong with each.",
      mixinStandardHelpOptions = true)
  int list(
      @Option(names = "--moves", description = "Those alone that need partitions that move.")
          boolean moves) {
    (moves ? BrokenBuilds.ofMoves() : BrokenBuilds.all())
        .forEach(build -> System.out.printf("%-24s %s%n", build.name(), build.breaks()));
    return 0;
  }

  @Command(
      name = "archive",
      description = {
        "Make an archive of the distribution with a bug in it, of one without (ci/dist makes that);",
        "for JEPSEN_ARCHIVE, for example."
      },
      mixinStandardHelpOptions = true)
  int archive(
      @Parameters(paramLabel = "NAME", description = "The broken build.") String name,
      @Parameters(paramLabel = "ARCHIVE", description = "The product's: a tar.gz.") Path archive,
      @Parameters(paramLabel = "FILE", description = "Is written, or replaced.") Path file)
      throws IOException {
    BrokenBuild build = named(name);
    if (!Files.isRegularFile(archive)) {
      throw new ParameterException(spec.commandLine(), archive + " is no file");
    }
    BrokenArchive.write(build, impl(), archive, file);
    System.out.println(file + ": " + build.breaks());
    return 0;
  }

  @Command(
      name = "edit",
      description = {
        "Put the bug into the sources of another copy of the project; print the module's folder.",
        "For its unit tests, for example."
      },
      mixinStandardHelpOptions = true)
  int edit(
      @Parameters(paramLabel = "NAME", description = "The broken build.") String name,
      @Parameters(paramLabel = "COPY", description = "The top folder of the other copy.") Path copy)
      throws IOException {
    BrokenBuild build = named(name);
    Path other = copy.resolve("impl").toAbsolutePath().normalize();
    if (!Files.isDirectory(other.resolve(build.module()))) {
      throw new ParameterException(
          spec.commandLine(),
          copy + " is no copy of the project: it has no impl/" + build.module());
    }
    if (other.equals(impl())) {
      throw new ParameterException(spec.commandLine(), copy + " is this project itself");
    }
    build.writeTo(impl(), other);
    System.out.println(build.module());
    return 0;
  }

  @Command(
      name = "try",
      description = {
        "Play the scenes of the fault tests to broken builds, or to the product, with real processes;",
        "print who is convicted, how often and after how long."
      },
      exitCodeListHeading = "Exit codes:%n",
      exitCodeList = {
        "0:all broken builds were convicted each time, the product never",
        "1:not so",
        "2:wrong usage"
      },
      mixinStandardHelpOptions = true)
  int tryBuilds(
      @Parameters(
              paramLabel = "NAME",
              arity = "0..*",
              description = "Broken builds (default: the product alone).")
          List<String> names,
      @Option(
              names = "--times",
              paramLabel = "N",
              defaultValue = "1",
              description = "For each (default: ${DEFAULT-VALUE}).")
          int times,
      @Option(
              names = "--evidence",
              paramLabel = "DIR",
              defaultValue = "broken",
              description = "Takes logs and histories (default: ${DEFAULT-VALUE}).")
          Path evidence)
      throws IOException {
    if (times < 1 || times > MAX_TIMES) {
      throw new ParameterException(
          spec.commandLine(), "--times is " + times + ", allowed is 1 to " + MAX_TIMES);
    }
    PrintStream out = System.out;
    if (names == null) {
      int convicted =
          convictions("product", times, dir -> Trial.ofProduct(Trial.scenes(), dir), evidence, out);
      out.println("the product was convicted " + convicted + " times of " + times);
      return convicted == 0 ? 0 : 1;
    }
    List<BrokenBuild> builds = names.stream().map(this::named).toList();
    int failed = 0;
    for (BrokenBuild build : builds) {
      int convicted =
          convictions(
              build.name(),
              times,
              dir -> Trial.ofBroken(build, impl(), Trial.scenes(), dir),
              evidence,
              out);
      out.println(build.name() + " was convicted " + convicted + " times of " + times);
      failed += convicted == times ? 0 : 1;
    }
    out.println((builds.size() - failed) + " passed, " + failed + " failed, 0 skipped");
    return failed == 0 ? 0 : 1;
  }

  /** Tries a build once, and says what convicts it. */
  private interface Attempt {
    String verdict(Path evidence) throws IOException;
  }

  private static int convictions(
      String name, int times, Attempt attempt, Path evidence, PrintStream out) throws IOException {
    int convicted = 0;
    for (int i = 1; i <= times; i++) {
      long start = System.nanoTime();
      String verdict = attempt.verdict(evidence.resolve(name + "-" + i));
      long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
      String first = verdict.lines().findFirst().orElse("not convicted");
      out.println(name + ", " + i + " of " + times + ", " + seconds + " s: " + first);
      convicted += verdict.isEmpty() ? 0 : 1;
    }
    return convicted;
  }

  private BrokenBuild named(String name) {
    return BrokenBuilds.named(name)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "there is no broken build '" + name + "': './zabdb broken list' has all"));
  }

  /** The launcher says where the repository is. */
  private static Path impl() {
    return Path.of(System.getProperty("zabdb.home", "."), "impl").toAbsolutePath().normalize();
  }
}
