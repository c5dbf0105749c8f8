package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.storage.rocks.CompactionForecast.LiveFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keys are one byte, levels 0 to 3. */
class CompactionForecastTest {

  private static LiveFile file(int level, int from, int to, long size) {
    return new LiveFile(level, new byte[] {(byte) from}, new byte[] {(byte) to}, size, false);
  }

  private static LiveFile compacting(int level, long size) {
    return new LiveFile(level, new byte[] {0}, new byte[] {(byte) 255}, size, true);
  }

  private static CompactionForecast forecast(List<LiveFile> files, int base, double... scores) {
    return new CompactionForecast(files, base, scores, 1_000);
  }

  @Test
  void level0IsReadWithWhatItOverlapsBelow() {
    CompactionForecast forecast =
        forecast(
            List.of(
                file(0, 100, 200, 10),
                file(0, 50, 150, 10),
                file(3, 0, 49, 1),
                file(3, 50, 99, 100),
                file(3, 100, 220, 1_000),
                file(3, 221, 255, 5)),
            3,
            1.5,
            0,
            0,
            0);
    assertEquals(10 + 10 + 100 + 1_000, forecast.dueBytes());
    assertEquals(0, forecast.nextBytes());
  }

  @Test
  void whatIsNotDueYetComesNext() {
    CompactionForecast forecast =
        forecast(List.of(file(0, 0, 9, 10), file(3, 5, 20, 100)), 3, 0.75, 0, 0, 0);
    assertEquals(0, forecast.dueBytes());
    assertEquals(110, forecast.nextBytes());
    assertEquals(75, forecast.nextPercent());
  }

  @Test
  void whatIsHalfDueIsNear() {
    List<LiveFile> files = List.of(file(0, 0, 9, 10), file(1, 0, 9, 20), file(2, 0, 9, 700));
    assertEquals(0, forecast(files, 1, 0.49, 0.3, 0, 0).nearBytes());
    assertEquals(30, forecast(files, 1, 0.5, 0.3, 0, 0).nearBytes());
    assertEquals(720, forecast(files, 1, 0.4, 0.9, 0, 0).nearBytes(), "level 1 alone");
    assertEquals(0, forecast(files, 1, 1, 1, 0, 0).nearBytes(), "due");
  }

  @Test
  void ofADeeperLevelTheFileIsReadThatOverlapsLeastForItsSize() {
    List<LiveFile> files =
        List.of(
            file(1, 0, 9, 10),
            file(1, 10, 19, 20),
            file(1, 20, 29, 10),
            file(2, 0, 9, 100),
            file(2, 10, 19, 150),
            file(2, 20, 29, 90));
    assertEquals(170, forecast(files, 1, 0, 1, 0, 0).dueBytes());
    assertEquals(170, forecast(files, 1, 0, 0.5, 0, 0).nextBytes());
  }

  @Test
  void whatOverlapsNothingIsMovedAndNotRead() {
    CompactionForecast forecast =
        forecast(List.of(file(1, 0, 9, 10), file(1, 10, 19, 10), file(2, 5, 9, 9)), 1, 0, 2, 0, 0);
    assertEquals(0, forecast.dueBytes());
  }

  @Test
  void aLevelThatOverflowsIsCompactedFurtherAtOnce() {
    List<LiveFile> files =
        List.of(file(0, 0, 99, 60), file(2, 0, 99, 50), file(3, 0, 9, 500), file(3, 200, 255, 7));
    assertEquals(
        60 + 50, forecast(files, 2, 1, 0, 0.4, 0).dueBytes(), "there is room for 125 in level 2");
    assertEquals(60 + 50 + 500, forecast(files, 2, 1, 0, 0.5, 0).dueBytes());
  }

  @Test
  void anEmptyBaseLevelOverflowsFromItsFirstSizeOn() {
    List<LiveFile> files = List.of(file(0, 0, 99, 1_000), file(3, 0, 9, 500));
    assertEquals(1_000, forecast(files, 2, 1, 0, 0, 0).dueBytes());
    files = List.of(file(0, 0, 99, 1_001), file(3, 0, 9, 500));
    assertEquals(1_501, forecast(files, 2, 1, 0, 0, 0).dueBytes());
  }

  @Test
  void whatACompactionReadsCountsUntilItEnds() {
    CompactionForecast forecast =
        forecast(List.of(compacting(0, 70), compacting(3, 30), file(0, 0, 9, 5)), 3, 0.25, 0, 0, 0);
    assertEquals(100, forecast.dueBytes());
    assertEquals(5, forecast.nextBytes());
    assertEquals(25, forecast.nextPercent());
  }

  @Test
  void keysAreUnsigned() {
    CompactionForecast forecast =
        forecast(List.of(file(0, 120, 130, 1), file(3, 128, 140, 10)), 3, 1, 0, 0, 0);
    assertEquals(11, forecast.dueBytes());
  }
}
