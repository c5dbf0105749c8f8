package io.zabdb.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ZabdbTest {

  private static final String[] COMPLETION = {"completion", "bash"};

  @Test
  void aCommandIsReadWithoutTheOthersAndIsTheSame() {
    Map<String, CommandLine> all = Zabdb.commands().getSubcommands();
    assertTrue(all.size() > 15, all.keySet().toString());
    for (String name : all.keySet()) {
      CommandLine one = Zabdb.commands(new String[] {name, "--help"});
      // What completes words completes those of all commands.
      Set<String> expected = name.equals("completion") ? all.keySet() : Set.of(name);
      assertEquals(expected, one.getSubcommands().keySet());
      assertEquals(
          all.get(name).getUsageMessage(), one.getSubcommands().get(name).getUsageMessage());
    }
  }

  @Test
  void otherWordsAreHeldAgainstAll() {
    int all = Zabdb.commands().getSubcommands().size();
    assertEquals(all, Zabdb.commands(new String[] {}).getSubcommands().size());
    assertEquals(all, Zabdb.commands(new String[] {"gte"}).getSubcommands().size());
    assertEquals(all, Zabdb.commands(new String[] {"--help"}).getSubcommands().size());
  }

  /** As on a disk that is full. */
  @Test
  void whatCannotBePrintedIsNoSuccess() {
    StringWriter err = new StringWriter();
    CommandLine commands = Zabdb.commands(COMPLETION);
    commands
        .setOut(new PrintWriter(new FullStream(), false, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(err, true));
    assertEquals(2, Zabdb.run(commands, COMPLETION));
    assertEquals("zabdb: cannot write to standard output", err.toString().strip());
  }

  /** As of {@code head}. In a process of its own: what is asked is what that prints to. */
  @Test
  void aReaderThatHasSeenEnoughIsNoError() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String path = System.getProperty("java.class.path");
    String line =
        "\"$0\" -cp \"$1\" io.zabdb.cli.Zabdb completion bash | true; echo \"${PIPESTATUS[0]}\"";
    Process process =
        new ProcessBuilder("bash", "-c", line, java, path).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertEquals("0\n", printed);
  }

  private static final class FullStream extends OutputStream {

    @Override
    public void write(int each) throws IOException {
      throw new IOException("No space left on device");
    }
  }
}
