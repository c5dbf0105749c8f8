package io.zabdb.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionCommandTest {

  @TempDir Path temp;

  /** What bash offers for the last of these words. */
  private List<String> complete(String... words) throws Exception {
    Path script =
        Files.writeString(temp.resolve("completion"), Cli.run("completion", "bash").out());
    String line =
        "source '"
            + script
            + "'; COMP_WORDS=(zabdb "
            + String.join(" ", words)
            + "); COMP_CWORD="
            + words.length
            + "; _complete_zabdb 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\"";
    return Bash.run(temp, line).stream().map(String::trim).toList();
  }

  @Test
  void bashCompletesCommandsAndOptions() throws Exception {
    assertEquals(List.of("status"), complete("st"));
    assertEquals(List.of("--heartbeat"), complete("node", "--heart"));
    assertTrue(complete("down", "--").contains("--kill"));
  }

  @Test
  void zshUsesTheSameThroughItsOwnMeans() {
    String script = Cli.run("completion", "zsh").out();
    assertTrue(script.startsWith("autoload -U +X compinit && compinit\n"), script);
    assertTrue(script.contains("_complete_zabdb"), script);
  }

  @Test
  void otherShellsAreRefused() {
    Cli.Ended ended = Cli.run("completion", "fish");
    assertEquals(2, ended.exit());
    assertTrue(ended.err().contains("fish"), ended.err());
  }
}
