package io.zabdb.lab;

import io.zabdb.modelcheck.Home;
import io.zabdb.modelcheck.process.Command;
import io.zabdb.modelcheck.report.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A short test of {@code jepsen/}, where its libraries are there and the machine lets one make
 * nodes; skipped in one line where not.
 */
final class JepsenChecks {

  private static final String NAME = "Jepsen, registers under kills and partitions for 60 s";
  private static final Duration QUICK = Duration.ofMinutes(2);
  private static final Duration LIMIT = Duration.ofMinutes(15);
  private static final int LINES = 40;

  private final Checks checks;

  JepsenChecks(Checks checks) {
    this.checks = checks;
  }

  void run() throws IOException, InterruptedException {
    Path folder = Home.folder("jepsen");
    if (!Files.isDirectory(folder)) {
      return;
    }
    Command.Ended ready = local(folder, QUICK, "ready");
    if (!ready.ok()) {
      checks.skipped(NAME, String.join(" ", ready.output()));
      return;
    }
    Command.Ended test =
        local(
            folder,
            LIMIT,
            "test",
            "--workload",
            "register",
            "--nemesis",
            "kill,partition",
            "--time-limit",
            "60");
    List<String> output = test.output();
    List<String> end = output.subList(Math.max(0, output.size() - LINES), output.size());
    checks.expectEmpty(NAME, test.ok() ? "" : String.join("\n", end));
  }

  private static Command.Ended local(Path folder, Duration limit, String... arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(folder.resolve("local").toString()));
    line.addAll(List.of(arguments));
    return new Command(line, folder, Map.of(), limit).run();
  }
}
