package io.zabdb.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zabdb.bench.BenchCommand;
import io.zabdb.cli.Cli;
import io.zabdb.cli.KeptLogs;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Six groups on three real nodes whose trees are so small that each node compacts again and again:
 * what the stores did, by RocksDB's own log, held against who led meanwhile.
 */
@Timeout(300)
class SixGroupsTest {

  /** What the bench counts as a compaction, and what is heavy here. */
  private static final String HEAVY = "1MiB";

  private static final int MIN = 2;

  @TempDir Path temp;

  @RegisterExtension final KeptLogs logs = new KeptLogs(() -> temp.resolve("data"));

  @BeforeEach
  void prepare() {
    Cli.actAsLauncher();
  }

  private final StringWriter said = new StringWriter();

  private int bench() {
    List<String> line = new ArrayList<>(List.of("compaction", "--policy=coldest"));
    line.addAll(List.of("--mix=writes", "--rounds=1", "--seconds=12", "--warm-up=0", "--settle=0"));
    // A busy machine takes longer until its trees are full.
    line.addAll(List.of("--min-compactions=" + MIN, "--min-transfers=" + MIN));
    line.addAll(List.of("--clients=8", "--records=3000", "--value-bytes=4096"));
    line.addAll(List.of("--cpu=0", "--disk=0", "--no-own-disks", "--dir=" + temp.resolve("data")));
    line.addAll(List.of("--set=groups=6", "--set=tree-memtable=1MiB", "--set=store-file=1MiB"));
    line.addAll(List.of("--set=level0-trigger=2", "--set=transfer-heavy-bytes=" + HEAVY));
    // There is room for many files in level 0: no leader has to help itself.
    line.addAll(List.of("--set=transfer-levels=100", "--set=transfer-heavy-files=8"));
    line.addAll(List.of("--set=transfer-min-interval=1s", "--out=" + temp.resolve("out")));
    CommandLine commands = BenchCommand.commands(new LocalTestClusters());
    commands.setOut(new PrintWriter(said)).setErr(new PrintWriter(said));
    return commands.execute(line.toArray(String[]::new));
  }

  @Test
  void noNodeThatLeadsAnyGroupCompactsAndNeverAQuorumDoes() throws Exception {
    int code = bench();
    assertEquals(0, code, said.toString());
    JsonNode run = new ObjectMapper().readTree(temp.resolve("out/writes-coldest-1.json").toFile());
    int compactions = 0;
    for (JsonNode task : run.get("tasks")) {
      if (task.get("kind").asText().equals("compaction") && task.get("heavy").asBoolean()) {
        compactions++;
        assertTrue(!task.get("leading").asBoolean(), "by a node that led: " + task);
      }
    }
    assertTrue(compactions >= MIN, compactions + " compactions only: " + said);
    assertTrue(run.get("transfers").asInt() >= MIN, "transfers: " + run.get("transfers"));
    assertEquals(0, run.get("shares").get("quorum").asDouble(), "of the time a quorum compacted");
  }
}
