package io.zabdb.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.modelcheck.model.SpecError;
import io.zabdb.modelcheck.process.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChosenModulesTest {

  @TempDir Path top;

  private void git(String... words) throws Exception {
    List<String> line = new java.util.ArrayList<>(List.of("git", "-c", "user.name=n"));
    line.addAll(List.of("-c", "user.email=n@example.org"));
    line.addAll(List.of(words));
    Command.Ended ended = Command.of(top, Duration.ofMinutes(1), line.toArray(String[]::new)).run();
    assertTrue(ended.ok(), ended.output().toString());
  }

  private void write(String file) throws Exception {
    Path path = top.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, file);
  }

  private void commit() throws Exception {
    write("impl/core/src/main/java/A.java");
    write("impl/lab/testkit/src/test/java/BTest.java");
    write("impl/log/src/main/java/C.java");
    write("maelstrom/src/main/java/D.java");
    write("docs/page.md");
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message=all");
  }

  @Test
  void whatDiffersFromTheLastCommit() throws Exception {
    commit();
    ChosenModules modules = new ChosenModules(top);
    assertEquals(List.of(), modules.of(List.of()));
    Files.writeString(top.resolve("impl/core/src/main/java/A.java"), "changed");
    Files.writeString(top.resolve("docs/page.md"), "changed");
    git("mv", "impl/log/src/main/java/C.java", "impl/lab/testkit/src/test/java/CTest.java");
    write("maelstrom/src/main/java/New.java");
    assertEquals(List.of("../maelstrom", "core", "lab/testkit", "log"), sorted(modules));
  }

  private static List<String> sorted(ChosenModules modules) throws Exception {
    return modules.of(List.of()).stream().sorted().toList();
  }

  @Test
  void whatIsNamed() throws Exception {
    commit();
    ChosenModules modules = new ChosenModules(top);
    assertEquals(
        List.of("lab/testkit", "../maelstrom"), modules.of(List.of("lab/testkit", "maelstrom")));
    SpecError refused = assertThrows(SpecError.class, () -> modules.of(List.of("kore")));
    assertTrue(refused.getMessage().contains("'kore'"), refused.getMessage());
  }
}
