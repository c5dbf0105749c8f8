package io.zabdb.cli.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli;
import io.zabdb.cli.Cli.Ended;
import io.zabdb.cli.cluster.ClusterFile;
import io.zabdb.client.fake.LoopbackNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataCommandsTest {

  private final Commands commands = new Commands();

  @TempDir Path temp;

  @AfterEach
  void close() {
    commands.close();
  }

  private String prints(String... words) {
    Ended ended = commands.run(words);
    assertEquals(0, ended.exit(), ended.err());
    assertEquals("", ended.err());
    return ended.out();
  }

  /** A command that fails says one line on stderr, and nothing on stdout. */
  private static void assertFails(int code, String reason, Ended ended) {
    assertEquals(code, ended.exit(), ended.toString());
    assertTrue(ended.err().contains(reason), ended.err());
    assertEquals(1, ended.err().lines().count(), ended.err());
    assertTrue(ended.err().startsWith("zabdb: "), ended.err());
    assertEquals("", ended.out());
  }

  @Test
  void aPlainValueIsPutAndGot() {
    assertEquals("ok\n", prints("put", "greeting", "hello"));
    assertEquals("hello\n", prints("get", "greeting"));
    assertEquals("hello\n", prints("get", "greeting", "default:"));
    assertEquals("hello\n", prints("get", "greeting", "--stale"));
    assertEquals("default:\thello\n", prints("get", "greeting", "default"));
  }

  @Test
  void columnsAreShownOneALine() {
    prints("put", "ada", "default:mail", "ada@example.org");
    assertEquals("default:mail\tada@example.org\n", prints("get", "ada"));
    assertEquals("ada@example.org\n", prints("get", "ada", "default:mail"));
    prints("put", "ada", "plain");
    prints("put", "ada", "history:a:b", "x y");
    assertEquals(
        "default:\tplain\ndefault:mail\tada@example.org\nhistory:a:b\tx y\n", prints("get", "ada"));
    assertEquals("history:a:b\tx y\n", prints("get", "ada", "history"));
  }

  @Test
  void versionsAreShownTheNewestFirst() {
    for (String value : List.of("1", "2", "3")) {
      prints("put", "row", "history:h", value);
    }
    List<String> lines = prints("get", "row", "history:h", "--versions", "2").lines().toList();
    assertEquals("history:h\t0/1.3\t2023-11-14T22:13:20Z\t3", lines.get(0));
    assertEquals("history:h\t0/1.2\t2023-11-14T22:13:20Z\t2", lines.get(1));
    assertEquals(2, lines.size());
    assertEquals("ok\n", prints("delete", "row", "history:h", "--at", "0/1.3"));
    assertEquals("2\n", prints("get", "row", "history:h"));
  }

  @Test
  void whatIsNoTextIsEscaped() {
    prints("put", "row", "tab\tline\nend");
    assertEquals("$'tab\\tline\\nend'\n", prints("get", "row"));
    prints("put", "row", "bell\u0007\\");
    assertEquals("$'bell\\x07\\\\'\n", prints("get", "row"));
    prints("put", "row", "Gr\u00fc\u00dfe \u4e16");
    assertEquals("Gr\u00fc\u00dfe \u4e16\n", prints("get", "row"));
  }

  @Test
  void jsonIsForMachines() {
    assertEquals("{\"done\":true,\"version\":\"0/1.1\"}\n", prints("put", "r", "v", "--json"));
    assertEquals(
        "{\"row\":\"r\",\"family\":\"default\",\"qualifier\":\"\",\"value\":\"v\","
            + "\"version\":\"0/1.1\",\"time\":\"2023-11-14T22:13:20Z\"}\n",
        prints("get", "r", "--json"));
    assertEquals(prints("get", "r", "--json"), prints("scan", "--json"));
    assertEquals("{\"done\":true,\"version\":\"0/1.2\"}\n", prints("cas", "r", "v", "w", "--json"));
    Ended not = commands.run("cas", "r", "v", "w", "--json");
    assertEquals("{\"done\":false}\n", not.out());
    assertEquals("{\"done\":true,\"version\":\"0/1.4\"}\n", prints("delete", "r", "--json"));
  }

  @Test
  void whatIsNotThereIsNotFound() {
    assertFails(1, "there is no row nobody", commands.run("get", "nobody"));
    prints("put", "row", "v");
    assertFails(1, "there is no default:x in row row", commands.run("get", "row", "default:x"));
    assertFails(1, "there is no history in row row", commands.run("get", "row", "history"));
  }

  @Test
  void everythingCanBeDeleted() {
    for (String column : List.of("default:", "default:a", "history:a", "history:b")) {
      prints("put", "row", column, "v");
    }
    assertEquals("ok\n", prints("delete", "row", "history:a"));
    assertEquals(3, prints("get", "row").lines().count());
    assertEquals("ok\n", prints("delete", "row", "default"));
    assertEquals("history:b\tv\n", prints("get", "row"));
    assertEquals("ok\n", prints("delete", "row"));
    assertEquals(1, commands.run("get", "row").exit());
    // Deleting nothing is no failure.
    assertEquals("ok\n", prints("delete", "row"));
    assertFails(2, "--at needs a FAMILY:COLUMN", commands.run("delete", "row", "--at", "0/1.1"));
    assertFails(
        2, "MOVE/EPOCH.COUNTER", commands.run("delete", "row", "default:", "--at", "yesterday"));
  }

  @Test
  void aValueIsComparedAndSet() {
    assertEquals("ok\n", prints("cas", "row", "--absent", "1"));
    Ended again = commands.run("cas", "row", "--absent", "2");
    assertEquals(1, again.exit());
    assertEquals("not done: the present value is another\n", again.out());
    assertEquals("ok\n", prints("cas", "row", "1", "2"));
    assertEquals(1, commands.run("cas", "row", "1", "3").exit());
    assertEquals("2\n", prints("get", "row"));
    assertEquals("ok\n", prints("cas", "row", "default:c", "--absent", "x"));
    assertEquals("ok\n", prints("cas", "row", "default:c", "x", "y"));
    assertEquals("y\n", prints("get", "row", "default:c"));
    assertFails(2, "'cas' takes ROW", commands.run("cas", "row", "only"));
    assertFails(
        2, "'cas --absent' takes ROW", commands.run("cas", "r", "a:", "b", "c", "--absent"));
    assertFails(2, "colon is missing", commands.run("cas", "row", "default", "a", "b"));
  }

  @Test
  void rowsAreScanned() {
    Set<String> expected = new HashSet<>();
    for (int i = 0; i < 30; i++) {
      prints("put", "row" + i, "v" + i);
      expected.add("row" + i + "\tdefault:\tv" + i);
    }
    prints("put", "row7", "history:h", "x");
    List<String> all = prints("scan").lines().toList();
    assertEquals(31, all.size());
    assertTrue(all.contains("row7\thistory:h\tx"));
    assertEquals(expected, new HashSet<>(prints("scan", "--family", "default").lines().toList()));
    assertEquals(all.subList(0, 5), prints("scan", "--limit", "5").lines().toList());
    assertEquals(all, prints("scan", "--stale").lines().toList());
    assertEquals("row7\tdefault:\tv7\nrow7\thistory:h\tx\n", prints("scan", "row7"));
    assertEquals(
        5,
        prints("scan", "row7", "--versions", "2")
            .lines()
            .findFirst()
            .orElseThrow()
            .split("\t")
            .length);
    assertFails(2, "--limit is 0", commands.run("scan", "--limit", "0"));
  }

  @Test
  void badInputIsRefused() {
    assertFails(2, "row key's length", commands.run("put", "", "v"));
    assertFails(
        2, "16385, more than the limit 16384", commands.run("put", "r".repeat(16_385), "v"));
    assertFails(2, "unknown", commands.run("put", "r", "unknown:c", "v"));
    assertFails(2, "colon is missing", commands.run("put", "r", "default", "v"));
    assertFails(2, "may hold ASCII letters", commands.run("get", "r", "a/b:c"));
    assertFails(2, "--timeout is 0", commands.run("get", "r", "--timeout", "0"));
    assertFails(2, "'./zabdb put --help' shows how it is used", commands.run("put", "r"));
    assertFails(2, "too much", commands.run("put", "r", "a:b", "v", "too much"));
    assertFails(2, "Unknown option: '--unknown'", commands.run("get", "r", "--unknown"));
    assertFails(2, "did you mean --stale", commands.run("get", "r", "--stal"));
    assertFails(2, "nonsense", Cli.run("nonsense"));
  }

  @Test
  void aClusterThatIsNotThereIsNamed() {
    assertFails(2, "is not HOST:PORT", Cli.run("get", "r", "--connect", "nowhere"));
    commands.node().stop();
    // Nobody listens there: an hour of waiting would not help.
    assertFails(3, "UNREACHABLE", commands.run("get", "r", "--timeout", "3600"));
    assertFails(3, commands.node().address(), commands.run("put", "r", "v", "--timeout", "3600"));
    assertFails(2, "there is no cluster in " + temp, Cli.run("get", "r", "--dir", temp.toString()));
  }

  @Test
  void theClusterOfADirectoryIsFound() throws Exception {
    String[] address = commands.node().address().split(":");
    List<ClusterFile.Node> nodes =
        List.of(new ClusterFile.Node(0, address[0], Integer.parseInt(address[1])));
    new ClusterFile(LoopbackNode.CLUSTER, "127.0.0.1:1", nodes).write(temp);
    Ended put = Cli.run("put", "r", "v", "--dir", temp.toString());
    assertEquals("ok\n", put.out());
    assertEquals("v\n", prints("get", "r"));
    new ClusterFile(new UUID(9, 9), "127.0.0.1:1", nodes).write(temp);
    assertFails(3, "WRONG_CLUSTER", Cli.run("get", "r", "--dir", temp.toString()));
  }

  @Test
  void aShellRunsCommandsOverOneConnection() {
    Ended ended =
        commands.runWithInput(
            """
            put ada "Ada Lovelace"
            get ada

            put 'row with space' default:c its
            get 'row with space'
            get nobody
            scan --limit 1
            nonsense
            exit
            put never reached
            """,
            "shell");
    List<String> out = new ArrayList<>(ended.out().lines().toList());
    assertEquals("ok", out.get(0));
    assertEquals("Ada Lovelace", out.get(1));
    assertEquals("ok", out.get(2));
    assertEquals("default:c\tits", out.get(3));
    assertTrue(ended.err().contains("there is no row nobody"), ended.err());
    assertTrue(ended.err().contains("nonsense"), ended.err());
    assertEquals(2, ended.err().lines().count(), ended.err());
    assertEquals(2, ended.exit());
    assertEquals(1, commands.run("get", "never").exit());
  }

  @Test
  void theExitCodeOfAShellIsThatOfItsLastCommand() {
    assertEquals(0, commands.runWithInput("get nobody\nput a b\n", "shell").exit());
    assertEquals(1, commands.runWithInput("put a b\nget nobody\n", "shell").exit());
    Ended open = commands.runWithInput("put a 'b\n", "shell");
    assertEquals(2, open.exit());
    assertTrue(open.err().contains("left open"), open.err());
  }
}
