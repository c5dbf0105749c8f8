package io.zabdb.cli.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.node.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The unit by which systemd runs a node: when it starts it again. */
class ServiceUnitTest {

  private static final Path UNIT = Path.of("../dist/src/main/systemd/zabdb@.service");

  private static String value(String name) throws IOException {
    List<String> lines =
        Files.readAllLines(UNIT).stream().filter(line -> line.startsWith(name + "=")).toList();
    assertEquals(1, lines.size(), name);
    return lines.get(0).substring(name.length() + 1);
  }

  @Test
  void whatNeedsAPersonIsNotTriedAgain() throws Exception {
    assertEquals("on-failure", value("Restart"));
    assertEquals(ExitCode.MISCONFIGURED + " " + ExitCode.FAILED, value("RestartPreventExitStatus"));
  }

  /** A disk may be full, or a port taken, for days. */
  @Test
  void whatMayPassByItselfIsTriedForAsLongAsItLasts() throws Exception {
    assertEquals("0", value("StartLimitIntervalSec"));
    assertEquals("5", value("RestartSec"));
  }
}
