package io.zabdb.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.environment.Clock;
import io.zabdb.log.file.Directory;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/**
 * Kills a real process that writes a log (kill -9), many times, and compares what is recovered with
 * what it said was on disk. {@code -Dzabdb.log.kills=N -Dzabdb.log.from=SEED} for more.
 */
class LogCrashTest {

  @TempDir private Path directory;

  /** What the children said was on disk: the zxid at a length. */
  private final TreeMap<Long, String> synced = new TreeMap<>();

  private long epoch;
  private long acknowledged;

  @Test
  void whatWasAcknowledgedSurvivesKills() throws Exception {
    int kills = Integer.getInteger("zabdb.log.kills", 30);
    long from = Long.getLong("zabdb.log.from", 1);
    for (int i = 0; i < kills; i++) {
      long seed = from + i;
      try {
        runAndKill(seed);
        check();
      } catch (AssertionError | IOException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    System.out.println("log crash: " + kills + " kills, " + acknowledged + " acknowledgements");
    assertTrue(acknowledged > kills, "hardly anything was acknowledged");
  }

  private void runAndKill(long seed) throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dslf4j.internal.verbosity=ERROR",
                "-cp",
                classPath(),
                CrashChild.class.getName(),
                directory.toString(),
                String.valueOf(seed))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    // The number of lines is the random moment: it needs no clock.
    int lines = new Random(seed).nextInt(200);
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      String line = reader.readLine();
      while (line != null) {
        take(line);
        if (lines-- == 0) {
          // Unlike Process, its handle leaves the rest of the output to be read.
          child.toHandle().destroyForcibly();
        }
        line = reader.readLine();
      }
    } finally {
      child.destroyForcibly();
    }
    assertTrue(child.waitFor() > 128, "the child ended by itself");
  }

  private void take(String line) {
    String[] words = line.split(" ");
    switch (words[0]) {
      case "synced" -> {
        synced.put(Long.parseLong(words[1]), words[2]);
        acknowledged++;
      }
      case "cut" -> synced.tailMap(Long.parseLong(words[1]), false).clear();
      case "written" -> epoch = Long.parseLong(words[1]);
      default -> assertEquals("epoch", words[0], line);
    }
  }

  private void check() throws IOException {
    OpenedLog opened =
        ReplicaLog.open(Directory.open(directory), LogTests.IDENTITY, CrashChild.SETTINGS);
    opened.log().close();
    RecoveredLog found = opened.recovered();
    long base = found.base().length();
    List<Entry> entries = found.entries();
    assertTrue(
        found.acceptedEpoch() >= epoch, "epoch " + found.acceptedEpoch() + " after " + epoch);
    if (!synced.isEmpty()) {
      assertTrue(
          found.end().length() >= synced.lastKey(),
          "recovered " + found.end() + ", acknowledged " + synced.lastEntry());
    }
    synced
        .tailMap(base, false)
        .forEach(
            (length, zxid) ->
                assertEquals(zxid, entries.get((int) (length - base - 1)).zxid().toString()));
    for (int i = 0; i < entries.size(); i++) {
      assertEquals(base + i + 1, entries.get(i).seq());
    }
    synced.headMap(base).clear();
  }

  private static String classPath() {
    return Stream.of(ReplicaLog.class, CrashChild.class, Entry.class, Clock.class, Logger.class)
        .map(LogCrashTest::location)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String location(Class<?> type) {
    return new File(type.getProtectionDomain().getCodeSource().getLocation().getPath()).getPath();
  }
}
