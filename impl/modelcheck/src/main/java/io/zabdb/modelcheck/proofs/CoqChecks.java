package io.zabdb.modelcheck.proofs;

import io.zabdb.modelcheck.process.Command;
import io.zabdb.modelcheck.process.TempFolder;
import io.zabdb.modelcheck.report.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compiles the Coq development and asks, for each theorem, what it assumes. Works on a copy, so
 * that no compiled files stay in the repository.
 */
final class CoqChecks {

  private static final String INSTALL =
      "coqc is not installed: install Coq 8.16 or newer (Debian's package coq)";
  private static final String CLOSED = "Closed under the global context";
  private static final Duration LIMIT = Duration.ofMinutes(15);

  private final Path folder;
  private final Checks checks;

  CoqChecks(Path folder, Checks checks) {
    this.folder = folder;
    this.checks = checks;
  }

  void run() throws IOException, InterruptedException {
    CoqProject project = CoqProject.read(folder);
    Map<String, String> theorems = theorems(project);
    checkSources(project);
    Optional<Path> coqc = Command.find("coqc");
    if (coqc.isEmpty()) {
      theorems.keySet().forEach(theorem -> checks.skipped("Coq theorem " + theorem, INSTALL));
      return;
    }
    try (TempFolder temp = TempFolder.create()) {
      for (String file : project.files()) {
        Files.createDirectories(temp.path().resolve(file).getParent());
        Files.copy(folder.resolve(file), temp.path().resolve(file));
      }
      if (compile(coqc.get(), project, temp.path())) {
        for (Map.Entry<String, String> theorem : theorems.entrySet()) {
          checkAssumptions(coqc.get(), project, temp.path(), theorem.getKey(), theorem.getValue());
        }
      } else {
        theorems
            .keySet()
            .forEach(
                theorem -> checks.failed("Coq theorem " + theorem, "the files do not compile"));
      }
    }
  }

  /**
   * The theorems to ask about, each with its file: those listed in {@code theorems.txt} (one a
   * line) where it exists, and everything declared with {@code Theorem}.
   */
  private Map<String, String> theorems(CoqProject project) throws IOException {
    Map<String, String> theorems = new LinkedHashMap<>();
    for (String file : project.files()) {
      for (String theorem : new CoqSource(Files.readString(folder.resolve(file))).theorems()) {
        theorems.put(theorem, file);
      }
    }
    Path list = folder.resolve("theorems.txt");
    if (Files.exists(list)) {
      for (String line : Files.readAllLines(list)) {
        String theorem = line.replaceFirst("#.*", "").strip();
        if (!theorem.isEmpty() && !theorems.containsKey(theorem)) {
          checks.failed(
              "Coq theorem " + theorem, "listed in theorems.txt, but no file declares it");
        }
      }
    }
    return theorems;
  }

  private void checkSources(CoqProject project) throws IOException {
    for (String file : project.files()) {
      List<String> gaps = new CoqSource(Files.readString(folder.resolve(file))).gaps();
      checks.expectEmpty("Coq file " + file + " leaves nothing unproved", String.join("\n", gaps));
    }
  }

  private boolean compile(Path coqc, CoqProject project, Path copy)
      throws IOException, InterruptedException {
    for (String file : project.files()) {
      Command.Ended ended = coqc(coqc, project, copy, file);
      if (!ended.ok()) {
        checks.failed("Coq file " + file + " compiles", String.join("\n", ended.output()));
        return false;
      }
      checks.passed("Coq file " + file + " compiles");
    }
    return true;
  }

  private void checkAssumptions(
      Path coqc, CoqProject project, Path copy, String theorem, String file)
      throws IOException, InterruptedException {
    String question = "Print Assumptions " + CoqProject.moduleOf(file) + "." + theorem + ".";
    Files.writeString(copy.resolve("Ask.v"), project.require(file) + "\n" + question + "\n");
    Command.Ended ended = coqc(coqc, project, copy, "Ask.v");
    String said = String.join("\n", ended.output()).strip();
    boolean closed = ended.ok() && said.equals(CLOSED);
    checks.expectEmpty("Coq theorem " + theorem + " (no axioms)", closed ? "" : said);
  }

  private static Command.Ended coqc(Path coqc, CoqProject project, Path copy, String file)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(coqc.toString()));
    line.addAll(project.options());
    line.add(file);
    return new Command(line, copy, Map.of(), LIMIT).run();
  }
}
