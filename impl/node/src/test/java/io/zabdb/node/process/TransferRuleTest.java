package io.zabdb.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.node.config.ConfigException;
import io.zabdb.node.config.NodeConfigReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TransferRuleTest {

  private static List<String> warnings(String... options) throws ConfigException {
    Map<String, String> all = new HashMap<>();
    all.put("cluster", "00000000-0000-0001-0000-000000000002");
    all.put("node", "0");
    all.put("data-directory", "data");
    for (int i = 0; i < options.length; i += 2) {
      all.put(options[i], options[i + 1]);
    }
    return new TransferRule(NodeConfigReader.of(all)).warnings();
  }

  @Test
  void theDefaultsAreFineWithManyGroupsToo() throws Exception {
    assertEquals(List.of(), warnings());
    assertEquals(List.of(), warnings("groups", "6"));
  }

  @Test
  void whatNoCompactionReadsIsWarnedOfByNameAndNumber() throws Exception {
    // 4 files of 32 MiB, over 128 MiB below.
    assertEquals(List.of(), warnings("transfer-heavy-bytes", "256MiB"));
    String warning = warnings("transfer-heavy-bytes", "257MiB").get(0);
    assertTrue(warning.contains("transfer-heavy-bytes is 257 MiB"), warning);
    assertTrue(warning.contains("at most about 256 MiB"), warning);
  }

  @Test
  void whoWantsNoTransfersIsNotWarned() throws Exception {
    assertEquals(List.of(), warnings("transfer-heavy-bytes", "1GiB", "transfer-policy", "off"));
  }
}
