package io.zabdb.bench.idle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.BenchCommand;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.machine.ProcessUsage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** With clusters whose nodes take what the test says, in a time that it makes pass. */
class IdleBenchTest {

  private static final int MIB = 1 << 20;

  private final List<String> calls = new ArrayList<>();
  private long now = 5;

  /** Before it is measured, a node takes all of a core; then a percent for each group. */
  private final class FakeCluster implements IdleTarget {

    private final int groups;
    private final List<Long> taken = new ArrayList<>(List.of(0L, 0L));
    private boolean fails;

    FakeCluster(int groups) {
      this.groups = groups;
      calls.add("start " + groups);
      current = this;
    }

    void pass(Duration time) {
      boolean warm = time.equals(WARM_UP);
      for (int node = 0; node < 2; node++) {
        double share = warm ? 1 : (groups + node) / 100.0;
        taken.set(node, taken.get(node) + (long) (share * time.toNanos() / 1_000));
      }
    }

    @Override
    public List<ProcessUsage> usage() throws IOException {
      if (fails) {
        throw new IOException("node 1 does not run");
      }
      long bytes = (100L + 2L * groups) * MIB;
      return taken.stream().map(micros -> new ProcessUsage(micros, bytes, 0)).toList();
    }

    @Override
    public void close() {
      calls.add("end " + groups);
    }
  }

  private static final Duration WARM_UP = Duration.ofSeconds(7);
  private static final Duration TIME = Duration.ofSeconds(10);
  private FakeCluster current;

  private IdleBench bench(List<Integer> groups) {
    return new IdleBench(
        FakeCluster::new,
        new IdleSettings(groups, WARM_UP, TIME),
        what -> {},
        () -> now,
        time -> {
          now += time.toNanos();
          current.pass(time);
        });
  }

  @Test
  void eachClusterIsMeasuredByItselfOnceItIsWarm() throws Exception {
    List<IdleCost> costs = bench(List.of(1, 64)).run();
    assertEquals(
        List.of(new IdleCost(1, 1.5, 2, 102 * MIB), new IdleCost(64, 64.5, 65, 228 * MIB)), costs);
    assertEquals(List.of("start 1", "end 1", "start 64", "end 64"), calls);
  }

  @Test
  void aClusterWhoseNodeEndsIsEndedAndIsNoFigure() {
    IdleBench bench =
        new IdleBench(
            FakeCluster::new,
            new IdleSettings(List.of(3), WARM_UP, TIME),
            what -> {},
            () -> now,
            time -> current.fails = true);
    assertEquals("node 1 does not run", assertThrows(IOException.class, bench::run).getMessage());
    assertEquals(List.of("start 3", "end 3"), calls);
  }

  @Test
  void theReportSaysWhatItCostsAndWhichAimsAreMet() {
    Machine machine = Machine.read(new Proc());
    IdleCost one = new IdleCost(1, 1.5, 2, 100 * MIB);
    String met =
        new IdleReport(machine, List.of("busy"), List.of(one, new IdleCost(64, 5, 6, 163 * MIB)))
            .text();
    assertTrue(met.contains("warning: busy"), met);
    assertTrue(met.lines().anyMatch(line -> line.matches("64 +5\\.0 +6\\.0 +163")), met);
    assertTrue(met.contains("at most 5% of a core a node: met"), met);
    assertTrue(met.contains("at most 1 MiB of a node: met (1.00 MiB)"), met);
    String missed =
        new IdleReport(machine, List.of(), List.of(one, new IdleCost(64, 5.1, 6, 164 * MIB)))
            .text();
    assertTrue(missed.contains("at most 5% of a core a node: missed"), missed);
    assertTrue(missed.contains("at most 1 MiB of a node: missed (1.02 MiB)"), missed);
    String alone = new IdleReport(machine, List.of(), List.of(one)).text();
    assertTrue(!alone.contains("aim"), alone);
  }

  @Test
  void badNumbersAreRefusedBeforeAnythingStarts() {
    for (String[] bad :
        new String[][] {
          {"--groups", "0", "--groups is 0, allowed is 1 to 256"},
          {"--groups", "64,1", "--groups is 1, allowed is 65 to 256"},
          {"--seconds", "0", "--seconds is 0, allowed is 1 to 3600"},
          {"--warm-up", "3601", "--warm-up is 3601, allowed is 0 to 3600"},
        }) {
      StringWriter said = new StringWriter();
      CommandLine command =
          BenchCommand.commands(
              (directory, nodes, options) -> {
                throw new AssertionError("started");
              });
      command.setErr(new PrintWriter(said));
      assertEquals(2, command.execute("idle", bad[0], bad[1]));
      assertTrue(said.toString().contains(bad[2]), said.toString());
    }
  }
}
