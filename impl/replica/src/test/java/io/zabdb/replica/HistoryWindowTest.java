package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.core.message.Entry;
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

  private Path segment() throws IOException {
    try (var files = Files.list(directory.resolve("log"))) {
      return files.filter(file -> file.toString().endsWith(".segment")).sorted().findFirst().get();
    }
  }
}
