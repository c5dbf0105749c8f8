package io.zabdb.modelcheck.repository;

import io.zabdb.modelcheck.Home;
import io.zabdb.modelcheck.process.Command;
import io.zabdb.modelcheck.report.Checks;
import io.zabdb.modelcheck.report.Status;
import io.zabdb.modelcheck.report.Tally;
import io.zabdb.modelcheck.report.Times;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs the unit tests of {@code impl/} and its modules with Maven and counts them from reports. */
public final class JavaTests {

  /** Where the modules of the build are. */
  private static final List<String> FOLDERS = List.of("impl", "maelstrom");

  private static final Duration LIMIT = Duration.ofMinutes(75);
  private static final int SHOWN = 60;

  private final Checks checks;
  private final Tally tally;
  private final PrintStream out;
  private final Times times;

  /**
   * The tests.
   *
   * @param times takes how long each class took
   */
  public JavaTests(Checks checks, Tally tally, PrintStream out, Times times) {
    this.checks = checks;
    this.tally = tally;
    this.out = out;
    this.times = times;
  }

  /** All tests of all modules, and the format of the sources. */
  public void run() throws IOException, InterruptedException {
    // All is compiled once more, with Error Prone.
    run(List.of("-Dchecks"));
    List<Path> unseen =
        CheckedSources.missing(
            FOLDERS.stream().map(Home::folder).toList(),
            Home.folder("impl").resolve("lab/checked/target"));
    checks.expectEmpty(
        "Error Prone has compiled all Java sources", unseen.isEmpty() ? "" : unseen.toString());
    Command.Ended format = maven(Home.folder("impl"), "format.log", List.of("spotless:check"));
    checks.expectEmpty(
        "the Java sources are formatted (mend with: mvn spotless:apply)",
        format.ok() ? "" : end(format.output()));
  }

  /**
   * The tests of some modules.
   *
   * @param modules their folders below {@code impl}, such as {@code core} or {@code lab/testkit}
   */
  public void runOnly(List<String> modules) throws IOException, InterruptedException {
    List<String> tests = new ArrayList<>();
    for (String module : modules) {
      tests.addAll(testsOf(Home.folder("impl").resolve(module).normalize()));
    }
    run(
        List.of(
            "-pl",
            String.join(",", modules),
            // What they are built on may have changed; its tests are not asked for.
            "-am",
            "-Dtest=" + String.join(",", tests),
            "-Dsurefire.failIfNoSpecifiedTests=false"));
  }

  private static List<String> testsOf(Path module) throws IOException {
    Path root = module.resolve("src/test/java");
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.endsWith("Test.java"))
          .map(name -> name.substring(0, name.length() - ".java".length()).replace('/', '.'))
          .sorted()
          .toList();
    }
  }

  private void run(List<String> chosen) throws IOException, InterruptedException {
    Path impl = Home.folder("impl");
    // Reports of earlier runs would be counted again.
    for (Path report : reports()) {
      Files.delete(report);
    }
    out.println("running mvn test (impl/target/test.log) ...");
    List<String> arguments =
        new ArrayList<>(List.of("test", "--fail-at-end", "-Dmaven.test.failure.ignore=true"));
    // What the launcher has built: processes that tests start are the ones of users.
    arguments.add("-Dzabdb.run=" + System.getProperty("zabdb.cache", ""));
    arguments.addAll(chosen);
    Command.Ended ended = maven(impl, "test.log", arguments);
    int failed = 0;
    for (Path report : reports()) {
      failed += count(SuiteReport.parse(Files.readString(report)));
    }
    // All modules are tested, whatever fails in the first ones.
    if (!ended.ok() || failed > 0) {
      out.println(end(ended.output()));
      // A build that breaks before it tests anything is a failure, too.
      if (failed == 0) {
        checks.failed("mvn test", "exit code " + ended.exit() + "; see impl/target/test.log");
      }
    }
  }

  private static Command.Ended maven(Path impl, String log, List<String> arguments)
      throws IOException, InterruptedException {
    Path file = impl.resolve("target").resolve(log);
    Files.createDirectories(file.getParent());
    String maven = Command.find("mvn").map(Path::toString).orElse("mvn");
    List<String> command = new ArrayList<>(List.of(maven, "-B"));
    command.addAll(arguments);
    return Command.of(impl, LIMIT, command.toArray(String[]::new)).run(file);
  }

  private static String end(List<String> lines) {
    return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN), lines.size()));
  }

  private int count(SuiteReport report) {
    int failed = report.failures().size();
    tally.add(Status.PASSED, report.passed());
    report.failures().forEach(failure -> tally.add(Status.FAILED, report.name() + ": " + failure));
    tally.add(Status.SKIPPED, report.skipped());
    times.part(report.name(), report.time());
    // On the same line, so that it is seen where only lines that begin with FAIL are kept.
    out.printf(
        "%s %s: %d passed, %d failed, %d skipped%s%n",
        failed == 0 ? "ok  " : "FAIL",
        report.name(),
        report.passed(),
        failed,
        report.skipped(),
        failed == 0 ? "" : "; " + String.join("; ", report.failures()));
    return failed;
  }

  private static List<Path> reports() throws IOException {
    List<Path> found = new ArrayList<>();
    for (String folder : FOLDERS) {
      try (Stream<Path> tree = Files.walk(Home.folder(folder))) {
        tree.filter(file -> file.getParent().endsWith("surefire-reports"))
            .filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
            .sorted()
            .forEach(found::add);
      }
    }
    return found;
  }
}
