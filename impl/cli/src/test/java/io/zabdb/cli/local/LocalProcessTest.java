package io.zabdb.cli.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.cli.Cli;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalProcessTest {

  @TempDir Path temp;

  /** A process may be killed, or its disk full, in the midst of a character. */
  @Test
  void theEndOfALogIsShownWhateverIsInIt() throws Exception {
    Cli.actAsLauncher();
    try (LocalCluster cluster = LocalCluster.create(temp, 1, new TreeMap<>())) {
      Path log = Files.createDirectories(temp.resolve("log")).resolve("config-manager.log");
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (int line = 1; line <= 20; line++) {
        bytes.writeBytes(("line " + line + "\n").getBytes(StandardCharsets.UTF_8));
      }
      bytes.write("größe".getBytes(StandardCharsets.UTF_8), 0, 3);
      Files.write(log, bytes.toByteArray());
      StringBuilder expected = new StringBuilder("-- the end of " + log + ":\n");
      for (int line = 7; line <= 20; line++) {
        expected.append("line ").append(line).append('\n');
      }
      expected.append("gr\uFFFD\n");
      assertEquals(expected.toString(), cluster.configManager().tail());
    }
  }
}
