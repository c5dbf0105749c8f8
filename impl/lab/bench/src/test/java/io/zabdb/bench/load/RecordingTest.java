package io.zabdb.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RecordingTest {

  private final Recording recording = new Recording();

  @Test
  void readsAndWritesApartAndTogether() {
    recording.succeeded(true, 3_000_000);
    recording.succeeded(false, 1_000_000);
    recording.succeeded(false, 2_000_000);
    Recording.Taken taken = recording.take();
    assertEquals(2, taken.reads().getTotalCount());
    assertEquals(1, taken.writes().getTotalCount());
    assertEquals(3, taken.all().getTotalCount());
    assertEquals(3_000, Latency.of(taken.all()).max(), 3);
    assertEquals(2_000, Latency.of(taken.reads()).max(), 2);
  }

  @Test
  void errorsByName() {
    recording.failed("TIMEOUT");
    recording.failed("OVERLOADED");
    recording.failed("TIMEOUT");
    assertEquals(Map.of("TIMEOUT", 2L, "OVERLOADED", 1L), recording.take().errors());
  }

  @Test
  void whatWasTakenIsGone() {
    recording.succeeded(true, 1);
    recording.failed("TIMEOUT");
    recording.take();
    Recording.Taken second = recording.take();
    assertEquals(0, second.all().getTotalCount());
    assertTrue(second.errors().isEmpty());
  }

  @Test
  void percentilesInMicroseconds() {
    Histogram nanos = new Histogram(3);
    for (int micros = 1; micros <= 1_000; micros++) {
      nanos.recordValue(micros * 1_000L);
    }
    Latency latency = Latency.of(nanos);
    assertEquals(1_000, latency.count());
    assertEquals(500, latency.p50(), 1);
    assertEquals(950, latency.p95(), 1);
    assertEquals(990, latency.p99(), 1);
    assertEquals(999, latency.p999(), 1);
    assertEquals(1_000, latency.max(), 1);
    assertEquals(500.5, latency.mean(), 1);
  }

  @Test
  void nothing() {
    assertEquals(new Latency(0, 0, 0, 0, 0, 0, 0), Latency.of(new Histogram(3)));
  }
}
