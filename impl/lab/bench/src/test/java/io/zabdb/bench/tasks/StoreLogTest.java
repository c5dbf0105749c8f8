package io.zabdb.bench.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.tasks.StoreTask.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On lines that RocksDB 11.8.1 wrote. */
class StoreLogTest {

  @TempDir Path node;
  private Path store;
  private List<String> sample;

  @BeforeEach
  void read() throws IOException {
    store = Files.createDirectories(node.resolve("group-0/store/db-1"));
    try (InputStream lines = StoreLogTest.class.getResourceAsStream("LOG.sample")) {
      sample = new String(lines.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private StoreLog log() throws IOException {
    return StoreLog.read(node);
  }

  @Test
  void tasksOfRealLines() throws IOException {
    Files.write(store.resolve("LOG"), sample);
    StoreLog log = log();
    assertEquals(0, log.malformed());
    assertEquals(0, log.fromMicros());
    // Jobs 10 and 12 flush two trees each, job 11 compacts, job 13 has just begun.
    assertEquals(
        List.of(10, 10, 11, 12, 12, 13), log.tasks().stream().map(StoreTask::job).toList());
    assertEquals(
        new StoreTask(
            Kind.COMPACTION,
            "p-p0",
            11,
            "LevelL0FilesNum",
            1_795_298_077_173_670L,
            1_795_298_077_473_955L,
            4,
            32_793_042,
            4,
            8_434_844 + 8_435_846 + 8_435_582 + 7_482_044,
            6),
        log.tasks().get(2));
    assertEquals(0.300285, log.tasks().get(2).seconds(), 1e-9);
    assertEquals(
        new StoreTask(
            Kind.FLUSH,
            "p-p0",
            10,
            "Write Buffer Full",
            1_795_298_076_920_214L,
            1_795_298_077_023_703L,
            1,
            8_051_652,
            1,
            8_117_668,
            0),
        log.tasks().get(1));
    StoreTask last = log.tasks().get(5);
    assertFalse(last.hasEnded());
    assertTrue(Double.isNaN(last.seconds()));
  }

  @Test
  void whatIsLargeEnoughCountsAsCompaction() throws IOException {
    Files.write(store.resolve("LOG"), sample);
    StoreTask compaction = log().tasks().get(2);
    assertTrue(compaction.isCompaction(32_793_042));
    assertFalse(compaction.isCompaction(32_793_043));
    assertFalse(log().tasks().get(1).isCompaction(1));
  }

  @Test
  void linesThatAreCutOffOrMakeNoSense() throws IOException {
    String started =
        sample.stream().filter(line -> line.contains("compaction_started")).findFirst().get();
    Files.write(
        store.resolve("LOG"),
        List.of(
            "",
            "no event at all",
            "EVENT_LOG_v1 {\"time_micros\": 5, \"event\": \"made_up\"}",
            "EVENT_LOG_v1 {\"time_micros\": \"soon\", \"event\": \"flush_started\"}",
            "EVENT_LOG_v1 {\"time_micros\": 5, \"event\": \"flush_started\", \"job\": 1}",
            "EVENT_LOG_v1 [1, 2]",
            "EVENT_LOG_v1 ",
            started,
            started.substring(0, started.length() - 30)));
    StoreLog log = log();
    assertEquals(1, log.tasks().size());
    assertEquals(5, log.malformed());
  }

  @Test
  void anyBytes() throws IOException {
    Files.write(store.resolve("LOG"), new byte[] {(byte) 0xC3, '\n', 0, (byte) 0xFF});
    assertEquals(new StoreLog(List.of(), 0, 0), log());
  }

  @Test
  void filesThatWereRotatedComeFirst() throws IOException {
    int half = sample.size() / 2;
    Files.write(store.resolve("LOG.old.1795298077400000"), sample.subList(0, half));
    Files.write(store.resolve("LOG"), sample.subList(half, sample.size()));
    Path whole = Files.createDirectories(node.resolveSibling("whole"));
    Files.write(whole.resolve("LOG"), sample);
    assertEquals(StoreLog.read(whole).tasks(), log().tasks());
    assertEquals(1_795_298_076_918_794L, log().fromMicros(), "what was before may be deleted");
  }

  @Test
  void endsWithoutStartsAreNoTasks() throws IOException {
    List<String> ends = sample.stream().filter(line -> line.contains("finished")).toList();
    Files.write(store.resolve("LOG"), ends);
    assertEquals(new StoreLog(List.of(), 0, 0), log());
  }

  @Test
  void storesThatAreOpenedAnewCountFromTheStart() throws IOException {
    List<String> starts = sample.stream().filter(line -> line.contains("n_started")).toList();
    assertEquals(1, starts.size());
    Files.write(store.resolve("LOG.old.1"), starts);
    Files.write(store.resolve("LOG"), sample);
    assertEquals(7, log().tasks().size());
    // Another store, of a checkpoint.
    Path other = Files.createDirectories(node.resolve("group-0/store/db-2"));
    Files.write(other.resolve("LOG"), sample);
    assertEquals(13, log().tasks().size());
  }

  @Test
  void noLogAtAll() throws IOException {
    assertEquals(new StoreLog(List.of(), 0, 0), log());
  }
}
