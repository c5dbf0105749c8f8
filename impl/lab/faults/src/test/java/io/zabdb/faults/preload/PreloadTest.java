package io.zabdb.faults.preload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.faults.preload.Preload.Rule;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each fault takes effect in another process, on the calls and files that it is for alone. */
@Timeout(120)
class PreloadTest {

  private static final Set<Operation> READS = EnumSet.of(Operation.READ);
  private static final Set<Operation> WRITES = EnumSet.of(Operation.WRITE);
  private static final Set<Operation> SYNCS = EnumSet.of(Operation.SYNC);
  private static final Map<Set<Operation>, List<String>> CALLS =
      Map.of(
          READS, List.of("read", "pread", "readv"),
          WRITES, List.of("write", "pwrite", "writev"),
          SYNCS, List.of("fsync", "fdatasync"));

  /** How long a call took, in ms, and what came of it. */
  private record Outcome(long millis, String text) {}

  @TempDir Path directory;
  private Preload preload;
  private Process victim;
  private BufferedReader answers;

  @BeforeEach
  void start() throws IOException {
    preload = Preload.create(directory.resolve("faults")).orElse(null);
    Assumptions.assumeTrue(preload != null, "the preloaded library needs Linux and a C compiler");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Victim.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(preload.environment());
    victim = builder.start();
    answers =
        new BufferedReader(new InputStreamReader(victim.getInputStream(), StandardCharsets.UTF_8));
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (victim != null) {
      victim.destroyForcibly().waitFor();
    }
  }

  private Outcome order(String line) throws IOException {
    OutputStream orders = victim.getOutputStream();
    orders.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    orders.flush();
    String[] answer = answers.readLine().split(" ", 2);
    return new Outcome(Long.parseLong(answer[0]), answer[1]);
  }

  private String outcome(String call, String file) throws IOException {
    return order(call + " " + directory.resolve(file)).text();
  }

  @Test
  void callsOfTheKindFailOnTheFilesThatMatch() throws IOException {
    for (Set<Operation> failing : CALLS.keySet()) {
      Rule rule = preload.fail(failing, "*/bad*", DiskError.EIO);
      for (Set<Operation> kind : CALLS.keySet()) {
        for (String call : CALLS.get(kind)) {
          String expected = kind.equals(failing) ? "Input/output error" : "done";
          assertEquals(expected, outcome(call, "bad-file"), call + " under a fault of " + failing);
          assertEquals("done", outcome(call, "good-file"), call);
        }
      }
      assertEquals(CALLS.get(failing).size(), rule.hits());
      rule.close();
      for (String call : CALLS.get(failing)) {
        assertEquals("done", outcome(call, "bad-file"), call);
      }
    }
  }

  @Test
  void aDiskMayBeFull() throws IOException {
    preload.fail(WRITES, "*/full", DiskError.ENOSPC);
    assertEquals("No space left on device", outcome("write", "full"));
    assertEquals("done", outcome("fsync", "full"));
    preload.heal();
    assertEquals("done", outcome("write", "full"));
    preload.fail(WRITES, "*/full", DiskError.ENOSPC);
    assertEquals("done", outcome("write", "full"), "the file has a byte there");
    assertEquals("done", outcome("pwrite", "full"));
    assertEquals("No space left on device", outcome("writev", "full"), "two bytes");
  }

  @Test
  void aRuleThatWasEndedEndsNoOtherLater() throws IOException {
    Rule ended = preload.fail(WRITES, "*/file", DiskError.EIO);
    ended.close();
    preload.fail(WRITES, "*/file", DiskError.EIO);
    ended.close();
    assertEquals("Input/output error", outcome("write", "file"));
  }

  @Test
  void theFirstCallsMaySucceed() throws IOException {
    preload.fail(WRITES, "*/late", DiskError.EIO, 2);
    assertEquals("done", outcome("write", "late"));
    assertEquals("done", outcome("pwrite", "late"));
    assertEquals("Input/output error", outcome("write", "late"));
    assertEquals("Input/output error", outcome("write", "late"));
  }

  @Test
  void syncsMayTakeLonger() throws IOException {
    Rule rule = preload.slow(SYNCS, "*/slow", Duration.ofMillis(300));
    for (String call : CALLS.get(SYNCS)) {
      Outcome slow = order(call + " " + directory.resolve("slow"));
      assertEquals("done", slow.text());
      assertTrue(slow.millis() >= 299, call + " took " + slow.millis() + " ms");
    }
    assertEquals(2, rule.hits());
    assertEquals("done", outcome("write", "slow"));
    assertEquals("done", outcome("fsync", "other"));
    assertEquals(2, rule.hits());
  }

  @Test
  void theWallClockIsOffAndTheOtherOneIsNot() throws IOException {
    long before = Long.parseLong(order("nanos").text());
    for (Duration offset : List.of(Duration.ofDays(30), Duration.ofSeconds(-90).minusMillis(1))) {
      preload.setClock(offset);
      for (String clock : List.of("millis", "instant")) {
        long earliest = System.currentTimeMillis() + offset.toMillis();
        long told = Long.parseLong(order(clock).text());
        long latest = System.currentTimeMillis() + offset.toMillis();
        // A millisecond each for rounding.
        assertTrue(earliest - 1 <= told && told <= latest + 1, clock + " at " + offset);
      }
    }
    long passed = Long.parseLong(order("nanos").text()) - before;
    assertTrue(passed >= 0 && passed < Duration.ofMinutes(10).toNanos(), passed + " ns");
    preload.heal();
    long now = Long.parseLong(order("millis").text());
    assertTrue(Math.abs(now - System.currentTimeMillis()) < Duration.ofMinutes(1).toMillis());
  }

  private long nanos() throws IOException {
    return Long.parseLong(order("nanos").text());
  }

  /** How far the victim's monotonic clock is ahead of the machine's; more by what asking takes. */
  private Duration ahead() throws IOException {
    long before = System.nanoTime();
    return Duration.ofNanos(nanos() - before);
  }

  @Test
  void monotonicTimeJumpsAheadAndStaysThere() throws IOException {
    assertTrue(ahead().compareTo(Duration.ofMinutes(10)) < 0);
    assertEquals(0, preload.told());
    preload.setPace(Duration.ofHours(1), Duration.ZERO);
    assertTrue(ahead().compareTo(Duration.ofHours(1)) >= 0);
    assertTrue(preload.told() > 0);
    preload.setPace(Duration.ofHours(2), Duration.ZERO);
    preload.heal();
    assertTrue(ahead().compareTo(Duration.ofHours(3)) >= 0);
    assertTrue(ahead().compareTo(Duration.ofHours(4)) < 0);
    // Waits last as long as they should, by a clock that is ahead.
    long since = System.nanoTime();
    Outcome waited = order("wait 300");
    assertTrue(System.nanoTime() - since >= Duration.ofMillis(299).toNanos());
    assertTrue(waited.millis() >= 299, waited.millis() + " ms");
  }

  /** In ten minutes of a clock that is two hundred times as fast no other time-out comes first. */
  @Test
  void waitsEndSoonerByAClockThatRunsFast() throws IOException {
    preload.setPace(Duration.ZERO, Duration.ofSeconds(199));
    long since = System.nanoTime();
    Outcome waited = order("wait 600000");
    assertTrue(waited.millis() >= 599_000, waited.millis() + " ms of its own");
    assertTrue(System.nanoTime() - since < Duration.ofSeconds(60).toNanos());
    Duration gained = ahead();
    assertTrue(gained.compareTo(Duration.ofSeconds(550)) >= 0, gained::toString);
    preload.heal();
    assertTrue(ahead().compareTo(gained) >= 0, "it went back");
  }

  @Test
  void waitsEndLaterByAClockThatRunsSlow() throws IOException {
    preload.setPace(Duration.ZERO, Duration.ofMillis(-900));
    long since = System.nanoTime();
    long before = nanos();
    Outcome waited = order("wait 300");
    long passed = System.nanoTime() - since;
    assertTrue(waited.millis() >= 299, waited.millis() + " ms of its own");
    assertTrue(passed >= Duration.ofMillis(2_900).toNanos(), passed + " ns");
    long its = nanos() - before;
    assertTrue(its > 0 && its < passed / 2, its + " ns of " + passed);
  }

  @Test
  void timeGoesOn() {
    assertThrows(
        IllegalArgumentException.class, () -> preload.setPace(Duration.ofNanos(-1), Duration.ZERO));
    assertThrows(
        IllegalArgumentException.class,
        () -> preload.setPace(Duration.ZERO, Duration.ofSeconds(-1)));
  }

  @Test
  void rulesAndPatternsHaveLimits() throws IOException {
    for (int rules = 0; rules < 16; rules++) {
      preload.fail(READS, "x", DiskError.EIO);
    }
    assertThrows(IllegalStateException.class, () -> preload.fail(READS, "x", DiskError.EIO));
    preload.heal();
    preload.fail(READS, "x".repeat(215), DiskError.EIO);
    assertThrows(
        IllegalArgumentException.class, () -> preload.fail(READS, "x".repeat(216), DiskError.EIO));
  }
}
