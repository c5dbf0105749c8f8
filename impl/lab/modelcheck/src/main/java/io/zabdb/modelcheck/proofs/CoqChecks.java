package io.zabdb.modelcheck.proofs;

import io.zabdb.modelcheck.process.Command;
import io.zabdb.modelcheck.process.TempFolder;
import io.zabdb.modelcheck.report.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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

  /** A theorem and the file that declares it. */
  private record Theorem(String file, String name) {

    /** Its name from outside the file. */
    String qualified() {
      return CoqProject.moduleOf(file) + "." + name;
    }

    boolean isMeantBy(String listed) {
      return listed.equals(name)
          || listed.equals(qualified())
          || listed.endsWith("." + qualified());
    }
  }

  void run() throws IOException, InterruptedException {
    CoqProject project = CoqProject.read(folder);
    List<Theorem> theorems = theorems(project);
    checkList(theorems);
    checkSources(project);
    Optional<Path> coqc = Command.find("coqc");
    if (coqc.isEmpty()) {
      theorems.forEach(theorem -> checks.skipped("Coq theorem " + theorem.qualified(), INSTALL));
      return;
    }
    try (TempFolder temp = TempFolder.create()) {
      for (String file : project.files()) {
        Files.createDirectories(temp.path().resolve(file).getParent());
        Files.copy(folder.resolve(file), temp.path().resolve(file));
      }
      boolean compiled = compile(coqc.get(), project, temp.path());
      for (Theorem theorem : theorems) {
        if (compiled) {
          checkAssumptions(coqc.get(), project, temp.path(), theorem);
        } else {
          checks.failed("Coq theorem " + theorem.qualified(), "the files do not compile");
        }
      }
    }
  }

  /** Everything declared with {@code Theorem}. */
  private List<Theorem> theorems(CoqProject project) throws IOException {
    List<Theorem> theorems = new ArrayList<>();
    for (String file : project.files()) {
      for (String name : new CoqSource(Files.readString(folder.resolve(file))).theorems()) {
        theorems.add(new Theorem(file, name));
      }
    }
    return theorems;
  }

  /**
   * What {@code theorems.txt} lists, one name a line, must exist: a theorem cannot quietly vanish.
   */
  private void checkList(List<Theorem> theorems) throws IOException {
    Path list = folder.resolve("theorems.txt");
    for (String line : Files.exists(list) ? Files.readAllLines(list) : List.<String>of()) {
      String listed = line.replaceFirst("#.*", "").strip();
      if (!listed.isEmpty() && theorems.stream().noneMatch(theorem -> theorem.isMeantBy(listed))) {
        checks.failed("Coq theorem " + listed, "listed in theorems.txt, but no file declares it");
      }
    }
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

  private void checkAssumptions(Path coqc, CoqProject project, Path copy, Theorem theorem)
      throws IOException, InterruptedException {
    String question = "Print Assumptions " + theorem.qualified() + ".";
    Files.writeString(
        copy.resolve("Ask.v"), project.require(theorem.file()) + "\n" + question + "\n");
    Command.Ended ended = coqc(coqc, project, copy, "Ask.v");
    String said = String.join("\n", ended.output()).strip();
    boolean closed = ended.ok() && said.equals(CLOSED);
    checks.expectEmpty("Coq theorem " + theorem.qualified() + " (no axioms)", closed ? "" : said);
  }

  private static Command.Ended coqc(Path coqc, CoqProject project, Path copy, String file)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(coqc.toString()));
    line.addAll(project.options());
    line.add(file);
    return new Command(line, copy, Map.of(), LIMIT).run();
  }
}
