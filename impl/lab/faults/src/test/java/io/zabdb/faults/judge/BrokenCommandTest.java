package io.zabdb.faults.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Bugs are put where they are asked for, and nowhere else. */
class BrokenCommandTest {

  private static final String HOME = "zabdb.home";

  private final Optional<String> before = Optional.ofNullable(System.getProperty(HOME));
  private final StringWriter told = new StringWriter();

  @TempDir private Path project;
  @TempDir private Path other;

  @BeforeEach
  void aProject() throws IOException {
    Files.createDirectories(project.resolve("impl/core"));
    System.setProperty(HOME, project.toString());
  }

  @AfterEach
  void putBack() {
    before.ifPresentOrElse(
        home -> System.setProperty(HOME, home), () -> System.clearProperty(HOME));
  }

  private int edit(String name, Path copy) {
    return new CommandLine(new BrokenCommand())
        .setErr(new PrintWriter(told))
        .execute("edit", name, copy.toString());
  }

  @Test
  void theProjectItselfStaysWhole() {
    assertEquals(2, edit("LeaseRead", project));
    assertTrue(told.toString().contains(project + " is this project itself"), told::toString);
  }

  @Test
  void whatIsNoCopyIsNamed() {
    assertEquals(2, edit("LeaseRead", other));
    assertTrue(
        told.toString().contains(other + " is no copy of the project: it has no impl/core"),
        told::toString);
  }
}
