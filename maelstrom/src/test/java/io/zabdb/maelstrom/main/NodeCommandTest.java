package io.zabdb.maelstrom.main;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.zab.Guards;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Wrong usage of the node's command gets a message that names it. */
class NodeCommandTest {

  private static void assertRefused(String part, String... arguments) {
    StringWriter error = new StringWriter();
    int code =
        new CommandLine(new NodeCommand(Main.class, Guards.STANDARD))
            .setErr(new PrintWriter(error, true))
            .execute(arguments);
    assertEquals(2, code, error::toString);
    assertTrue(error.toString().contains(part), error::toString);
  }

  @Test
  void wrongUsageIsNamed() {
    assertRefused("nonsense", "nonsense");
    assertRefused("--nonsense", "lin-kv", "--nonsense");
    assertRefused("from 1 to 1000, but is 0", "lin-kv", "--tick", "0");
    assertRefused("from 9 to 10000, but is 8", "lin-kv", "--leader-ticks", "8");
    assertRefused("from 10 to 60000, but is 9", "lin-kv", "--patience", "9");
    assertRefused("from 0 to 3600, but is 3601", "lin-kv", "--compactions", "3601");
    assertRefused("from 0 to 3600, but is -1", "lin-kv", "--transfers", "-1");
    assertRefused("from 1 to 8, but is 9", "lin-kv", "--groups", "9");
    assertRefused("between several groups", "lin-kv", "--directory", "x", "--moves", "1");
    assertRefused("between several groups, on disk", "lin-kv", "--groups", "2", "--moves", "1");
    assertRefused("from 0 to 3600, but is -2", "lin-kv", "--kills", "-2");
    assertRefused("--unsynced", "lin-kv", "--unsynced", "some");
    assertRefused("--unsynced lost needs --directory", "lin-kv", "--unsynced", "lost");
    assertRefused("--kills needs --directory", "lin-kv", "--kills", "3");
    assertRefused("--kills needs --directory", "echo", "--directory", "x", "--kills", "3");
  }

  @Test
  void theHelpNamesTheWorkloads() {
    StringWriter out = new StringWriter();
    int code =
        new CommandLine(new NodeCommand(Main.class, Guards.STANDARD))
            .setOut(new PrintWriter(out, true))
            .execute("--help");
    assertEquals(0, code);
    for (Workload workload : Workload.values()) {
      assertTrue(out.toString().contains(workload.toString()), out::toString);
    }
  }
}
