package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Entry;
import io.zabdb.core.step.Input;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.Recovered;
import io.zabdb.core.zab.Replica;
import io.zabdb.log.CorruptLogException;
import io.zabdb.log.LogIdentity;
import io.zabdb.log.LogSettings;
import io.zabdb.log.ReplicaLog;
import io.zabdb.log.file.Directory;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.settings.ReplicaMemory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryWindowTest {

  private static final String VALUE = "precious";

  @TempDir Path directory;

  @Test
  void whoeverReadsDamageForAMemberThatLagsTellsTheNode() throws IOException {
    NodeHealth health = new NodeHealth();
    Entry entry = new Entry(1, 1, 1, 1, VALUE.getBytes(StandardCharsets.UTF_8));
    try (ReplicaLog log =
        ReplicaLog.open(
                Directory.open(directory.resolve("log")),
                new LogIdentity(new UUID(1, 2), 0, 0),
                LogSettings.DEFAULT)
            .log()) {
      log.append(1, entry);
      log.sync();
      HistoryWindow window =
          new HistoryWindow(
              null,
              log.reader(),
              new DamageWatch(health, 0, new NotedDamage()),
              ReplicaMemory.of(MemoryBudget.of(256 << 20, 0, 0), 1));
      assertEquals(List.of(entry), window.read(1, 1, 1));
      assertFalse(health.isUnfit(0));
      Path segment = segment();
      byte[] bytes = Files.readAllBytes(segment);
      bytes[new String(bytes, StandardCharsets.ISO_8859_1).indexOf(VALUE)] ^= 1;
      Files.write(segment, bytes);
      assertThrows(CorruptLogException.class, () -> window.read(1, 1, 1));
      assertTrue(health.isUnfit(0));
      assertTrue(health.reasons().get(0).contains("" + segment), health.reasons()::toString);
      window.close();
    }
  }

  /** Or each step would lead to another turn, and that to another step, while the disk is full. */
  @Test
  void whatCannotBeForgottenIsAskedForOnce() {
    Entry first = new Entry(1, 1, 1, 1, new byte[100]);
    Entry second = new Entry(1, 2, 1, 2, new byte[100]);
    Recovered recovered = new Recovered(1, 1, null, List.of(first, second));
    Replica core =
        new Replica(Settings.of(1, 3, 0), recovered, Guards.STANDARD, TraceSink.NONE, output -> {});
    MemoryBudget budget = MemoryBudget.of(256 << 20, 0, 0);
    ReplicaMemory all = ReplicaMemory.of(budget, 1);
    ReplicaMemory memory =
        new ReplicaMemory(all.history(), 50, all.applyQueue(), all.applyBytes(), all.logBuffers());
    HistoryWindow window = new HistoryWindow(core, null, null, memory);
    List<Input> asked = new ArrayList<>();
    for (int turn = 0; turn < 3; turn++) {
      window.settle(0, input -> step(core, input, asked));
    }
    assertEquals(List.of(new Input.PayloadsReadable(0, 50)), asked);
    for (int turn = 0; turn < 3; turn++) {
      window.settle(1, input -> step(core, input, asked));
    }
    assertEquals(2, asked.size(), asked::toString);
    assertEquals(100, core.payloadBytes());
    window.settle(2, input -> step(core, input, asked));
    assertEquals(0, core.payloadBytes());
    window.close();
  }

  private static void step(Replica core, Input input, List<Input> asked) {
    asked.add(input);
    core.step(input, output -> {});
  }

  private Path segment() throws IOException {
    try (var files = Files.list(directory.resolve("log"))) {
      return files.filter(file -> file.toString().endsWith(".segment")).sorted().findFirst().get();
    }
  }
}
