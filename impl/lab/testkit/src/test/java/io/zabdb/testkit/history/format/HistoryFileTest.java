package io.zabdb.testkit.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.history.Outcome;
import io.zabdb.testkit.linearizability.RegisterModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTest {

  @TempDir private Path folder;

  private HistoryFile read(String name, String text) throws IOException, UnreadableHistory {
    return HistoryFile.read(Files.writeString(folder.resolve(name), text), Optional.empty());
  }

  private void assertUnreadable(String name, String text, String message) {
    UnreadableHistory error = assertThrows(UnreadableHistory.class, () -> read(name, text), text);
    assertEquals(message, error.line() + ": " + error.getMessage());
  }

  /** What must be the same in all formats. */
  private static String summary(History history) {
    StringBuilder summary = new StringBuilder();
    for (Operation op : history.operations()) {
      summary.append(
          String.format(
              "%s %s %s = %s %s;", op.process(), op.key(), op.call(), op.answer(), op.outcome()));
    }
    return summary.toString();
  }

  @Test
  void readsEtcdLogs() throws Exception {
    HistoryFile file =
        read(
            "any",
            """
            INFO  jepsen.util - 0\t:invoke\t:write\t3
            INFO  jepsen.util - :nemesis\t:info\t:start\tnil
            INFO  jepsen.util - 1\t:invoke\t:read\tnil
            INFO  jepsen.util - 0\t:ok\t:write\t3

            INFO  jepsen.util - 0\t:invoke\t:cas\t[1 2]
            INFO  jepsen.util - 2\t:invoke\t:cas\t[1 2]
            INFO  jepsen.util - 1\t:ok\t:read\t3
            INFO  jepsen.util - 2\t:info\t:cas\t:timed-out
            INFO  jepsen.util - 0\t:fail\t:cas\t[1 2]
            INFO  jepsen.util - 1\t:invoke\t:read\tnil
            INFO  jepsen.util - 1\t:fail\t:read\t:timed-out
            INFO  jepsen.util - 1\t:invoke\t:write\t4
            """);
    assertEquals(Format.ETCD_LOG, file.format());
    assertEquals(
        "0 null write 3 = ok OK;1 null read = 3 OK;0 null cas [1, 2] = false OK;"
            + "2 null cas [1, 2] = unknown UNKNOWN;1 null read = failed FAILED;"
            + "1 null write 4 = unknown UNKNOWN;",
        summary(file.history()));
    assertEquals(List.of(1, 3, 6, 7, 11, 13), file.lines());
  }

  /** Older versions of Jepsen padded with spaces what newer ones separate by tabs. */
  @Test
  void readsEtcdLogsThatAreSeparatedBySpaces() throws Exception {
    String tabs =
        """
        INFO  jepsen.util - 0\t:invoke\t:write\t3
        INFO  jepsen.util - :nemesis\t:info\t:start\t"Cut off {:n1 #{:n2 :n3}}"
        INFO  jepsen.util - 0\t:ok\t:write\t3
        INFO  jepsen.util - 2\t:invoke\t:cas\t[1 2]
        INFO  jepsen.util - 2\t:fail\t:cas\t[1 2]
        INFO  jepsen.util - 1\t:invoke\t:read\tnil
        INFO  jepsen.util - 1\t:info\t:read\t:timed-out
        """;
    HistoryFile file = read("any", tabs.replace("\t", "    "));
    assertEquals(Format.ETCD_LOG, file.format());
    assertEquals(
        "0 null write 3 = ok OK;2 null cas [1, 2] = false OK;1 null read = unknown UNKNOWN;",
        summary(file.history()));
    assertEquals(summary(read("any", tabs).history()), summary(file.history()));
    assertEquals(summary(file.history()), summary(read("any", tabs.replace('\t', ' ')).history()));
  }

  private static final String EDN =
      """
      {:process 0, :type :invoke, :f :write, :value 3, :time 10, :index 0}
      {:process :nemesis, :type :info, :f :kill, :value "n1"}
      #jepsen.history.Op{:process 1, :type :invoke, :f :read, :value nil,
        :time 20}
      {:process 0, :type :ok, :f :write, :value 3, :time 30}
      {:process 1, :type :info, :f :read, :value nil, :error :timeout}
      {:process 2, :type :invoke, :f :cas, :value [3 4]}
      {:process 2, :type :fail, :f :cas, :value [3 4]}
      """;

  private static final String EDN_SUMMARY =
      "0 null write 3 = ok OK;1 null read = unknown UNKNOWN;2 null cas [3, 4] = failed FAILED;";

  @Test
  void readsEdnInEitherForm() throws Exception {
    HistoryFile lines = read("a", EDN);
    assertEquals(Format.EDN, lines.format());
    assertEquals(EDN_SUMMARY, summary(lines.history()));
    assertEquals(List.of(1, 3, 7), lines.lines());
    assertEquals(10, lines.history().operations().get(0).invoked());
    assertEquals(30, lines.history().operations().get(0).returned());
    assertEquals(EDN_SUMMARY, summary(read("a", "[" + EDN + "]").history()));
    assertEquals(EDN_SUMMARY, summary(read("a", "; all\n(" + EDN + ")\n").history()));
  }

  @Test
  void readsJsonLines() throws Exception {
    HistoryFile file =
        read(
            "any",
            """
            {"process": 0, "type": "invoke", "f": "write", "value": 3, "time": 10}
            {"process": "nemesis", "type": "info", "f": "kill", "value": {"n1": [1.5, true]}}
            {"process": 1, "type": "invoke", "f": "read", "value": null}

            {"process": 0, "type": "ok", "f": "write", "value": 3, "time": 30}
            {"process": 1, "type": "info", "f": "read"}
            {"process": 2, "type": "invoke", "f": "cas", "value": [3, 4]}
            {"process": 2, "type": "fail", "f": "cas", "value": [3, 4]}
            """);
    assertEquals(Format.JSONL, file.format());
    assertEquals(EDN_SUMMARY, summary(file.history()));
    assertEquals(List.of(1, 3, 7), file.lines());
    assertEquals(30, file.history().operations().get(0).returned());
  }

  @Test
  void readsNumbersOfJsonLikeThoseOfEdn() throws UnreadableHistory {
    List<Object> values =
        Arrays.asList(1L, new java.math.BigInteger("12345678901234567890"), 0.5, true, false, "a");
    String json = "{\"process\":0,\"type\":\"invoke\",\"f\":\"w\",\"value\":%s}";
    String array = "[1, 12345678901234567890, 0.5, true, false, \"a\"]";
    assertEquals(values, JsonHistory.read(String.format(json, array)).get(0).value());
    assertEquals(values, new EdnReader(array, 1).read());
  }

  @Test
  void takesKeysOutOfValues() throws Exception {
    String text =
        """
        {:process 0, :type :invoke, :f :write, :value [7 3]}
        {:process 0, :type :ok, :f :write, :value [7 3]}
        {:process 1, :type :invoke, :f :cas, :value ["x" [1 2]]}
        {:process 1, :type :info, :f :cas, :value :timed-out}
        {:process 0, :type :invoke, :f :read, :value [7 nil]}
        {:process 0, :type :ok, :f :read, :value [7 3]}
        """;
    assertEquals(
        "0 7 write 3 = ok OK;1 x cas [1, 2] = unknown UNKNOWN;0 7 read = 3 OK;",
        summary(read("a.edn", text).history()));
    assertUnreadable(
        "a.edn",
        text.replace(":ok, :f :read, :value [7 3]", ":ok, :f :read, :value [8 3]"),
        "6: process 0 completes another operation than that of line 5");
  }

  @Test
  void aPairIsNotAlwaysKeyAndValue() throws Exception {
    String cas =
        """
        {:process 0, :type :invoke, :f :cas, :value [7 3]}
        {:process 0, :type :ok, :f :cas, :value [7 3]}
        """;
    assertEquals("0 null cas [7, 3] = ok OK;", summary(read("a.edn", cas).history()));
    String list =
        """
        {:process 0, :type :invoke, :f :write, :value [7 3]}
        {:process 0, :type :ok, :f :write, :value [7 3]}
        {:process 0, :type :invoke, :f :read, :value nil}
        {:process 0, :type :ok, :f :read, :value [7 3]}
        """;
    assertEquals(
        "0 null write [7, 3] = ok OK;0 null read = [7, 3] OK;",
        summary(read("a.edn", list).history()));
  }

  @Test
  void guessesTheFormat() {
    assertEquals(Format.KV_LOG, Format.guess("a.txt", "{:process 0, :key \"1\"}"));
    assertEquals(Format.EDN, Format.guess("a.edn", "{:process 0, :key \"1\"}"));
    assertEquals(Format.EDN, Format.guess("a", "[{:process 0}]"));
    assertEquals(Format.JSONL, Format.guess("a", "\n{ \"process\": 0}"));
    assertEquals(Format.JSONL, Format.guess("a.jsonl", "nonsense"));
    assertEquals(Format.ETCD_LOG, Format.guess("a.log", "nonsense"));
  }

  @Test
  void namesTheLineThatIsWrong() {
    String invoke = "{:process 0, :type :invoke, :f :read}\n";
    assertUnreadable("a.edn", "", "0: no operations (read as edn)");
    assertUnreadable("a.edn", invoke + "7", "2: not a map: 7");
    assertUnreadable("a.edn", invoke + "{:type :ok}", "2: the field process is missing");
    assertUnreadable(
        "a.edn",
        invoke + "{:process 0, :type :done, :f :read}",
        "2: the type is not one of invoke, ok, fail, info but done");
    assertUnreadable(
        "a.edn", invoke + "{:process 0, :type :ok}", "2: the field f is missing or not a name");
    assertUnreadable(
        "a.edn",
        invoke + "{:process 0, :type :ok, :f :read, :time 1.5}",
        "2: the time is not a whole number: 1.5");
    assertUnreadable(
        "a.edn",
        invoke + invoke,
        "2: process 0 invokes read while its operation of line 1 is open");
    assertUnreadable(
        "a.edn",
        invoke + "{:process 1, :type :ok, :f :read}",
        "2: process 1 completes what it has not invoked");
    assertUnreadable(
        "a.edn",
        invoke + "{:process 0, :type :ok, :f :write}",
        "2: process 0 completes another operation than that of line 1");
    assertUnreadable("a.edn", "[\n" + invoke, "3: the text ends where a value is expected");
    assertUnreadable("a.edn", "[\n" + invoke + "]\n1", "4: more text after the ']'");
    assertUnreadable(
        "a.txt",
        "{:key 1 :process 0, :type :invoke, :f :get}\n" + invoke,
        "2: the field :key is missing");
  }

  @Test
  void namesTheLineThatIsWrongInLogsAndJson() {
    String entry = "INFO  jepsen.util - 0\t:invoke\t:write\t";
    assertUnreadable("a.log", entry + "3\nINFO cut", "2: not a line of a Jepsen log: INFO cut");
    assertUnreadable("a.log", entry + "3 4", "1: more than one value: 3 4");
    assertUnreadable("a.log", "\n" + entry, "2: the text ends where a value is expected");
    assertUnreadable("a.jsonl", "\n[1]", "2: not a JSON object");
    assertUnreadable("a.jsonl", "{} {}", "1: more text after the object");
    assertUnreadable("a.jsonl", "{\"a\": 1, \"a\": 2}", "1: Duplicate field 'a'");
    assertEquals(
        3, assertThrows(UnreadableHistory.class, () -> read("a.jsonl", "\n\n{\"a\": ")).line());
  }

  @Test
  void namesTheLineThatIsNotUtf8() throws IOException {
    Path file = Files.write(folder.resolve("a.edn"), new byte[] {'\n', '\n', (byte) 0xff});
    UnreadableHistory error =
        assertThrows(UnreadableHistory.class, () -> HistoryFile.read(file, Optional.empty()));
    assertEquals("3: not UTF-8", error.line() + ": " + error.getMessage());
  }

  @Test
  void namesTheLineThatTheModelDoesNotKnow() throws Exception {
    HistoryFile file = read("a.edn", EDN);
    file.require(RegisterModel.casRegister());
    UnreadableHistory error =
        assertThrows(UnreadableHistory.class, () -> file.require(RegisterModel.register()));
    assertEquals(
        "7: the model knows no function 'cas', only get, put, read, write",
        error.line() + ": " + error.getMessage());
    assertEquals(1, file.history().count(Outcome.UNKNOWN));
  }
}
