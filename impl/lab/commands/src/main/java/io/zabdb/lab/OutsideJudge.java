package io.zabdb.lab;

import io.zabdb.modelcheck.Home;
import io.zabdb.modelcheck.process.Command;
import io.zabdb.modelcheck.report.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A short test by a judge that is not ours, where it is installed; skipped in one line where not.
 *
 * @param name of the check
 * @param program of the repository: its command {@code ready} says what is missing, if anything is
 * @param test its arguments for the test
 */
record OutsideJudge(String name, String program, List<String> test) {

  /** Both judges. */
  static final List<OutsideJudge> ALL =
      List.of(
          new OutsideJudge(
              "Jepsen, registers under kills, partitions and compactions for 60 s",
              "jepsen/local",
              List.of(
                  "test",
                  "--workload",
                  "register",
                  "--nemesis",
                  "kill,partition,compact",
                  "--time-limit",
                  "60")),
          new OutsideJudge(
              "Maelstrom, lin-kv under partitions, kills, compactions and transfers for 30 s",
              "maelstrom/run",
              List.of("lin-kv", "--compactions", "8", "--transfers", "7", "--time", "30")));

  private static final Duration QUICK = Duration.ofMinutes(2);
  private static final Duration LIMIT = Duration.ofMinutes(15);
  private static final int LINES = 40;

  /** Holds the test. */
  void run(Checks checks) throws IOException, InterruptedException {
    Path file = Home.top().resolve(program);
    if (!Files.isRegularFile(file)) {
      return;
    }
    Command.Ended ready = run(file, QUICK, List.of("ready"));
    if (!ready.ok()) {
      checks.skipped(name, String.join(" ", ready.output()));
      return;
    }
    Command.Ended ended = run(file, LIMIT, test);
    List<String> output = ended.output();
    List<String> end = output.subList(Math.max(0, output.size() - LINES), output.size());
    checks.expectEmpty(name, ended.ok() ? "" : String.join("\n", end));
  }

  private static Command.Ended run(Path program, Duration limit, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> line = Stream.concat(Stream.of(program.toString()), arguments.stream()).toList();
    return new Command(line, program.getParent(), Map.of(), limit).run();
  }
}
