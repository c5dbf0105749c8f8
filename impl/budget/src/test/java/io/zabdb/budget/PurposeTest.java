package io.zabdb.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PurposeTest {

  @Test
  void theDocumentationHasEach() throws Exception {
    String page = Files.readString(Path.of("../../docs/monitoring.md"));
    String memory = page.substring(page.indexOf("## Memory"), page.indexOf("## Logs"));
    assertEquals(
        List.of(),
        Arrays.stream(Purpose.values())
            .map(Purpose::label)
            .filter(label -> !memory.contains("`" + label + "`"))
            .toList());
  }
}
