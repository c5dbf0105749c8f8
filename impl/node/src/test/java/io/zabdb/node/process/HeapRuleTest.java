package io.zabdb.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.node.config.ConfigException;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.node.config.NodeConfigReader;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeapRuleTest {

  private static final long MIB = 1L << 20;

  private static NodeConfig config(String interval, String groups) throws ConfigException {
    return NodeConfigReader.of(
        Map.of(
            "cluster", "00000000-0000-0001-0000-000000000002",
            "node", "0",
            "data-directory", "data",
            "peers", "0@127.0.0.1:1,1@127.0.0.1:2,2@127.0.0.1:3",
            "clients", "0@127.0.0.1:4,1@127.0.0.1:5,2@127.0.0.1:6",
            "peer-port", "1",
            "client-port", "4",
            "groups", groups,
            "checkpoint-interval", interval));
  }

  @Test
  void theUsualIntervalFitsIntoTheUsualHeapWhateverTheGroups() throws Exception {
    new HeapRule(config("32MiB", "1"), 180 * MIB).check();
    new HeapRule(config("32MiB", "3"), 180 * MIB).check();
    new HeapRule(config("32MiB", "100"), 180 * MIB).check();
  }

  @Test
  void aHistoryThatCouldFillTheHeapIsRefused() throws Exception {
    new HeapRule(config("123MiB", "1"), 180 * MIB).check();
    HeapRule tooMuch = new HeapRule(config("124MiB", "1"), 180 * MIB);
    StartRefusedException refused = assertThrows(StartRefusedException.class, tooMuch::check);
    assertEquals(ExitCode.MISCONFIGURED, refused.exitCode());
    assertTrue(refused.getMessage().contains("113770496 bytes"), refused.getMessage());
    assertTrue(refused.getMessage().contains("188743680"), refused.getMessage());
  }
}
