package io.zabdb.testkit.linearizability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.testkit.history.format.Format;
import io.zabdb.testkit.history.format.HistoryFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Histories whose verdicts are known: see the README in their folder. */
class RecordedHistoriesTest {

  private static final Path FOLDER = Path.of("src/test/resources/histories");

  @Test
  void theVerdictsOnEtcdAreTheKnownOnes() throws Exception {
    List<String> wrong = new ArrayList<>();
    List<String> lines = Files.readAllLines(FOLDER.resolve("etcd/verdicts.csv"));
    assertEquals(50, lines.size());
    for (String line : lines) {
      String[] fields = line.split(",");
      Path file = FOLDER.resolve("etcd").resolve(fields[0] + ".log");
      HistoryFile read = HistoryFile.read(file, Optional.empty());
      assertEquals(Format.ETCD_LOG, read.format());
      CheckResult result =
          LinearizabilityChecker.check(read.history(), RegisterModel.casRegister(), Limits.DEFAULT);
      Verdict expected = fields[1].equals("true") ? Verdict.VALID : Verdict.INVALID;
      if (result.verdict() != expected) {
        wrong.add(fields[0] + ": " + result.verdict());
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void theVerdictsOnKeyValueHistoriesAreThoseOfTheirNames() throws Exception {
    for (String name : List.of("c01-ok", "c01-bad", "c10-ok", "c10-bad")) {
      HistoryFile read =
          HistoryFile.read(FOLDER.resolve("kv").resolve(name + ".txt"), Optional.empty());
      assertEquals(Format.KV_LOG, read.format());
      CheckResult result =
          LinearizabilityChecker.check(read.history(), new AppendModel(), Limits.DEFAULT);
      Verdict expected = name.endsWith("ok") ? Verdict.VALID : Verdict.INVALID;
      assertEquals(expected, result.verdict(), name);
      assertTrue(result.keys() > 1, name);
    }
  }
}
