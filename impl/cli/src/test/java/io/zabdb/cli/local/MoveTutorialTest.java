package io.zabdb.cli.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Await;
import io.zabdb.cli.Bash;
import io.zabdb.cli.Cli;
import io.zabdb.cli.KeptLogs;
import io.zabdb.cli.process.PidFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tutorial's move that is crashed halfway, typed into bash block by block and word for word,
 * but that what it puts into /tmp is elsewhere.
 */
@Timeout(500)
class MoveTutorialTest {

  private static final Path PAGE = Path.of("../../docs/tutorial/6-move-a-partition.md");

  private static final Pattern LEADER = Pattern.compile("(?m)^leader is '([0-9]+)'$");
  private static final Pattern UNDER_WAY = Pattern.compile("(?m)^p0 +1 +0 +COPYING ");
  private static final Pattern ARRIVED = Pattern.compile("(?m)^p0 .* 0 SERVING ");
  private static final Pattern RESUMED =
      Pattern.compile("(?m)^zabdb_moves_total\\{[^}]*reason=\"resumed\"[^}]*} (\\S+)$");

  @TempDir(cleanup = CleanupMode.ALWAYS)
  Path clone;

  private Path cluster;

  @RegisterExtension final KeptLogs logs = new KeptLogs(() -> cluster);

  @BeforeEach
  void prepare() throws IOException {
    cluster = clone.resolve("two");
    Clone.prepare(clone);
  }

  @AfterEach
  void killAll() {
    Cli.run("down", "--kill", "--dir=" + cluster);
  }

  /** Runs a block, of which each line must succeed. */
  private String type(String block) throws Exception {
    String here = block.replace("/tmp/", clone + "/");
    return String.join("\n", Bash.run(clone, "set -e\n" + here));
  }

  /**
   * The same with a block that may be typed twice: again, as it is told to, while a group has no
   * leader. Leaderships move to nodes that have just started.
   */
  private String typeUntilLed(String block) throws Exception {
    StringBuilder printed = new StringBuilder();
    Await.untilAtLast(
        "a leader for " + block,
        () -> {
          try {
            printed.append(type(block));
            return true;
          } catch (AssertionError e) {
            if (!e.getMessage().contains("NO_QUORUM")) {
              throw e;
            }
            return false;
          }
        });
    return printed.toString();
  }

  private boolean nothingMoves() {
    Cli.Ended moves = Cli.run("moves", "--dir=" + cluster);
    return moves.exit() == 0 && moves.out().lines().count() == 1;
  }

  /** All rows, in a file. */
  private Path dump(String name) {
    Path file = clone.resolve(name);
    Cli.Ended dump = Cli.run("dump", "--dir=" + cluster, file.toString());
    assertEquals(0, dump.exit(), dump::err);
    return file;
  }

  private boolean runs(int node) throws IOException {
    return new PidFile(cluster.resolve("run/node-" + node + ".pid")).process().isPresent();
  }

  /** So many moves were gone on with by another leader; a process forgets it when it ends. */
  private double resumed() throws Exception {
    double resumed = 0;
    for (Layout.LocalNode node : Layout.read(cluster).orElseThrow().nodes()) {
      URI metrics = URI.create("http://" + node.host() + ":" + node.httpPort() + "/metrics");
      try (InputStream body = metrics.toURL().openStream()) {
        String page = new String(body.readAllBytes(), StandardCharsets.UTF_8);
        Matcher counts = RESUMED.matcher(page);
        while (counts.find()) {
          resumed += Double.parseDouble(counts.group(1));
        }
      }
    }
    return resumed;
  }

  /** Types the block that kills the leader of the group that gives. */
  private void crash(String block) throws Exception {
    String printed = type(block + "echo \"leader is '$leader'\"\n");
    Matcher leader = LEADER.matcher(printed);
    assertTrue(leader.find(), printed);
    assertTrue(UNDER_WAY.matcher(printed).find(), printed);
    int killed = Integer.parseInt(leader.group(1));
    Await.until("the end of node " + killed, () -> !runs(killed));
    for (Layout.LocalNode node : Layout.read(cluster).orElseThrow().nodes()) {
      assertEquals(node.id() != killed, runs(node.id()), "node " + node.id());
    }
  }

  @Test
  void anotherLeaderGoesOnWithTheMove() throws Exception {
    List<String> blocks = Chapter.blocks(PAGE, "3. Crash it halfway");
    assertEquals(3, blocks.size(), "to crash it, to look, and to end: " + blocks);

    for (String block : Chapter.blocks(PAGE, "1. Two groups")) {
      typeUntilLed(block);
    }
    Path before = dump("before");
    assertFalse(Files.readString(before).isEmpty());
    for (String block : Chapter.blocks(PAGE, "2. Move it")) {
      type(block);
    }
    Await.untilAtLast("the end of the first move", this::nothingMoves);

    crash(blocks.get(0));
    Await.untilAtLast("the end of the second move", this::nothingMoves);
    String printed = typeUntilLed(blocks.get(1));
    assertTrue(ARRIVED.matcher(printed).find(), printed);
    assertTrue(printed.contains(" MOVE_ARRIVED "), printed);
    double resumed = resumed();
    assertTrue(resumed >= 1, "no other leader went on with the move: " + resumed);
    assertEquals(-1, Files.mismatch(before, dump("after")), "where the rows differ");
    String check = typeUntilLed("./zabdb check --dir /tmp/two");
    assertTrue(check.endsWith("all is well"), check);
    assertTrue(type(blocks.get(2)).contains("stopped node-0, node-1, node-2, config-manager"));
  }
}
