package io.zabdb.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizesTest {

  @Test
  void units() {
    assertEquals(0, Sizes.parse("0"));
    assertEquals(123_456_789_012_345L, Sizes.parse("123456789012345"));
    assertEquals(40L << 20, Sizes.parse("40MiB"));
    assertEquals(999_999L << 40, Sizes.parse("999999TiB"));
  }

  @Test
  void nonsense() {
    for (String text : List.of("", "MiB", "40MB", "-1", "1.5MiB", "1000000TiB", "4 MiB")) {
      assertThrows(IllegalArgumentException.class, () -> Sizes.parse(text), text);
    }
  }

  private record Row(int number, String word, double share) {}

  @Test
  void recordsAsCsv(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("rows.csv");
    CsvReport.write(file, Row.class, List.of(new Row(2, "a, b", 0.5), new Row(1, "c", Double.NaN)));
    assertEquals("number,word,share\n2,\"a, b\",0.5\n1,c,NaN\n", Files.readString(file));
  }
}
