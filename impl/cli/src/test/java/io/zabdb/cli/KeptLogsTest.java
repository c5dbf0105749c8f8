package io.zabdb.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptLogsTest {

  @TempDir Path temp;

  @Test
  void theLastOnesAreKept() throws Exception {
    Path logs = Files.createDirectories(temp.resolve("data/log"));
    Path kept = temp.resolve("kept");
    for (String text : new String[] {"once", "again"}) {
      Files.writeString(logs.resolve("node-0.log"), text);
      KeptLogs.keep(logs, kept);
      assertEquals(text, Files.readString(kept.resolve("node-0.log")));
    }
  }

  @Test
  void aClusterThatWasNeverStartedHasNone() throws Exception {
    Path kept = temp.resolve("kept");
    KeptLogs.keep(temp.resolve("data/log"), kept);
    assertFalse(Files.exists(kept));
  }
}
