package io.zabdb.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void firstColumnIsToTheLeftOthersToTheRight() {
    Table table = new Table("mix", "ops/s", "note").add("writes", "12,345", "").add("r", "7", "x");
    assertEquals(
        """
        mix      ops/s  note
        writes  12,345
        r            7     x
        """,
        table.toString());
  }

  @Test
  void rowsHaveAsManyCellsAsThereAreHeads() {
    Table table = new Table("a", "b");
    assertThrows(IllegalArgumentException.class, () -> table.add("1"));
    assertThrows(IllegalArgumentException.class, () -> table.add("1", "2", "3"));
  }
}
