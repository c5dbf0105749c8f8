package io.zabdb.cli.data.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressBarTest {

  private final StringWriter shown = new StringWriter();
  private final AtomicLong now = new AtomicLong();

  private String showAt(ProgressBar bar, long millis, long rows) {
    shown.getBuffer().setLength(0);
    now.set(millis * 1_000_000);
    bar.show(new LoadProgress(rows, 0));
    return shown.toString();
  }

  @Test
  void showsPartRowsAndRate() {
    double[] part = {0.5};
    ProgressBar bar = new ProgressBar(new PrintWriter(shown), () -> part[0], now::get, 1_000);
    assertEquals(
        "\r[###############               ]  50% 21,000 rows, 10,000 rows/s ",
        showAt(bar, 2_000, 21_000));
    // Not too often.
    assertEquals("", showAt(bar, 2_100, 22_000));
    part[0] = 1;
    assertEquals(
        "\r[##############################] 100% 41,000 rows, 10,000 rows/s ",
        showAt(bar, 4_000, 41_000));
  }

  @Test
  void showsRowsAloneIfThePartIsNotKnown() {
    ProgressBar bar = new ProgressBar(new PrintWriter(shown), () -> -1, now::get, 0);
    assertEquals("\r10 rows, 10 rows/s ", showAt(bar, 1_000, 10));
  }
}
