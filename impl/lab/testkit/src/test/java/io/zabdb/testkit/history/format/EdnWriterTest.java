package io.zabdb.testkit.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.HistoryRecorder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EdnWriterTest {

  @TempDir private Path folder;

  private History readBack(History history) throws Exception {
    Path file = Files.writeString(folder.resolve("history.edn"), EdnWriter.write(history));
    return HistoryFile.read(file, Optional.empty()).history();
  }

  @Test
  void linesAreJepsens() {
    HistoryRecorder recorder = new HistoryRecorder();
    int write = recorder.invoke(1L, "x", "write", "a \"b\"");
    int cas = recorder.invoke("other", "x", "cas", List.of(3L, 4L));
    recorder.ok(write, null);
    recorder.unknown(cas);
    int read = recorder.invoke("other", "x", "read", null);
    recorder.fail(read);
    assertEquals(
        """
        {:index 0, :time 0, :process 1, :type :invoke, :f :write, :value ["x" "a \\"b\\""]}
        {:index 1, :time 1, :process "other", :type :invoke, :f :cas, :value ["x" [3 4]]}
        {:index 2, :time 2, :process 1, :type :ok, :f :write, :value ["x" "a \\"b\\""]}
        {:index 3, :time 3, :process "other", :type :info, :f :cas, :value ["x" [3 4]]}
        {:index 4, :time 3, :process "other", :type :invoke, :f :read, :value ["x" nil]}
        {:index 5, :time 4, :process "other", :type :fail, :f :read, :value ["x" nil]}
        """,
        EdnWriter.write(recorder.history()));
  }

  @Test
  void whatIsReadBackIsTheSame() throws Exception {
    for (int seed = 0; seed < 300; seed++) {
      History history = random(new Random(seed), seed % 2 == 0);
      assertEquals(history, readBack(history), "seed " + seed);
    }
  }

  /** Clients with one operation at a time, of which some never end. */
  private static History random(Random random, boolean keys) {
    HistoryRecorder recorder = new HistoryRecorder(() -> random.nextInt(500));
    Integer[] open = new Integer[5];
    String[] functions = new String[open.length];
    for (int step = 0; step < 60; step++) {
      int client = random.nextInt(open.length);
      if (open[client] == null) {
        functions[client] = List.of("read", "write", "cas").get(random.nextInt(3));
        Object process = client == 0 ? "direct \\ reader\n" : (Object) (long) client;
        Object key = keys ? "key-" + random.nextInt(3) : null;
        open[client] =
            recorder.invoke(process, key, functions[client], argument(functions[client], random));
      } else {
        switch (random.nextInt(4)) {
          case 0 -> recorder.fail(open[client]);
          case 1 -> recorder.unknown(open[client]);
          default -> recorder.ok(open[client], result(functions[client], random));
        }
        open[client] = null;
      }
    }
    return recorder.history();
  }

  private static Object argument(String function, Random random) {
    return switch (function) {
      case "read" -> null;
      case "write" -> "v" + random.nextInt(9);
      default -> List.of("v" + random.nextInt(9), (long) random.nextInt(9));
    };
  }

  private static Object result(String function, Random random) {
    return switch (function) {
      case "read" -> random.nextInt(3) == 0 ? null : "v" + random.nextInt(9);
      case "write" -> null;
      default -> random.nextInt(3) == 0 ? null : (Object) random.nextBoolean();
    };
  }

  @Test
  void whatEdnDoesNotKnowIsRefused() {
    HistoryRecorder recorder = new HistoryRecorder();
    recorder.invoke(1L, null, "write", 0.5f);
    History history = recorder.history();
    assertThrows(IllegalArgumentException.class, () -> EdnWriter.write(history));
  }
}
