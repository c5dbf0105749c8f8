package io.zabdb.cli.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.LoggerContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zabdb.cli.Await;
import io.zabdb.node.config.LogFormat;
import io.zabdb.node.config.LogLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class NodeLogTest {

  @TempDir Path temp;

  @AfterEach
  void backToQuiet() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    QuietLog quiet = new QuietLog();
    quiet.setContext(context);
    quiet.configure(context);
  }

  private Path log(LogFormat format, LogLevel level, long bytes) {
    Path file = temp.resolve("my (node) {0}.log");
    NodeLog.configure(new LogTarget(level, format, Optional.of(file), bytes, 2));
    return file;
  }

  @Test
  void linesForPeople() throws Exception {
    Path file = log(LogFormat.TEXT, LogLevel.INFO, 1 << 20);
    Logger log = LoggerFactory.getLogger(NodeLogTest.class);
    log.info("group {} has a leader", 7);
    log.debug("not this");
    LoggerFactory.getLogger("org.apache.zookeeper.ClientCnxn").info("nor this");
    // It is an error in Curator's eyes that a connection was lost.
    LoggerFactory.getLogger("org.apache.curator.framework.imps.CuratorFrameworkImpl")
        .error("nor that");
    NodeLog.close();
    List<String> lines = Files.readAllLines(file);
    assertEquals(1, lines.size(), lines.toString());
    assertTrue(
        lines
            .get(0)
            .matches(
                "\\d{4}-\\d\\d-\\d\\dT[0-9:]{8}\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d) INFO  \\[.*] NodeLogTest: group 7 has a leader"),
        lines.get(0));
  }

  @Test
  void jsonHasOneObjectALineStackTraceIncluded() throws Exception {
    Path file = log(LogFormat.JSON, LogLevel.DEBUG, 1 << 20);
    Logger log = LoggerFactory.getLogger(NodeLogTest.class);
    log.debug("said \"{}\"\nand more", "this");
    log.error("failed", new IllegalStateException("twice\nover"));
    NodeLog.close();
    List<String> lines = Files.readAllLines(file);
    assertEquals(2, lines.size(), lines.toString());
    JsonNode first = new ObjectMapper().readTree(lines.get(0));
    assertEquals("DEBUG", first.get("level").asText());
    assertEquals("said \"this\"\nand more", first.get("formattedMessage").asText());
    JsonNode second = new ObjectMapper().readTree(lines.get(1));
    assertEquals("twice\nover", second.get("throwable").get("message").asText());
  }

  @Test
  void filesAreRotatedAndOnlySoManyKept() throws Exception {
    Path file = log(LogFormat.TEXT, LogLevel.INFO, 1 << 10);
    Logger log = LoggerFactory.getLogger(NodeLogTest.class);
    Path last = Path.of(file + ".2");
    // Sizes are looked at from time to time only.
    Await.until(
        "a second rotated file",
        () -> {
          log.info("x".repeat(500));
          return Files.exists(last);
        });
    NodeLog.close();
    assertTrue(Files.exists(Path.of(file + ".1")));
    assertFalse(Files.exists(Path.of(file + ".3")));
    assertEquals(3, temp.toFile().list().length, List.of(temp.toFile().list()).toString());
  }
}
