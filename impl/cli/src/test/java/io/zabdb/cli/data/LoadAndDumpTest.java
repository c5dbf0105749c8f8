package io.zabdb.cli.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli.Ended;
import io.zabdb.cli.data.load.LoadProgress;
import io.zabdb.client.ZabClient;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.RowMutation;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadAndDumpTest {

  private final Commands commands = new Commands();

  @TempDir Path temp;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = temp.resolve("rows");
  }

  @AfterEach
  void close() {
    commands.close();
  }

  private Ended load(String content, String... options) throws IOException {
    Files.writeString(file, content);
    List<String> words = new java.util.ArrayList<>(List.of("load", file.toString()));
    words.addAll(List.of(options));
    return commands.run(words.toArray(String[]::new));
  }

  private void loads(long rows, String content, String... options) throws IOException {
    Ended ended = load(content, options);
    assertEquals(0, ended.exit(), ended.err());
    assertTrue(ended.out().startsWith("loaded " + rows + " rows"), ended.out());
    assertFalse(Files.exists(LoadProgress.beside(file)));
  }

  private void refused(String reason, String content) throws IOException {
    Ended ended = load(content);
    assertEquals(2, ended.exit());
    assertTrue(ended.err().contains(reason), ended.err());
    assertEquals(1, ended.err().lines().count());
  }

  private int applied() {
    return commands.node().store().applied().size();
  }

  private String dump() {
    Ended ended = commands.run("dump");
    assertEquals(0, ended.exit(), ended.err());
    return ended.out();
  }

  private String get(String row) {
    return commands.run("get", row).out();
  }

  /** A control character takes six bytes in JSON. */
  @Test
  void noLineOfADumpIsLongerThanOneThatIsLoaded() throws IOException {
    char[] controls = new char[6 << 20];
    Arrays.fill(controls, '\u0001');
    String value = new String(controls);
    try (ZabClient client = ZabClient.builder().nodes(commands.node().address()).build()) {
      for (String qualifier : List.of("a", "b")) {
        ZabClient.await(
            client.mutate(
                RowMutation.in(Bytes.of("row"))
                    .put(Column.parse("default:" + qualifier), Bytes.of(value))
                    .build()));
      }
    }
    Path dump = temp.resolve("dump");
    assertEquals(0, commands.run("dump", dump.toString()).exit());
    assertEquals(2, Files.readAllLines(dump).size());
    Ended loaded = commands.run("load", dump.toString());
    assertEquals(0, loaded.exit(), loaded.err());
  }

  @Test
  void csvIsLoaded() throws IOException {
    loads(
        3,
        """
        row,default:name,default:city
        ada,Ada Lovelace,London
        alan,"Turing, Alan",
        grace,"two
        lines and a ""quote\""","Arlington"
        """);
    assertEquals("default:city\tLondon\ndefault:name\tAda Lovelace\n", get("ada"));
    assertEquals("default:name\tTuring, Alan\n", get("alan"));
    assertEquals(
        "default:city\tArlington\ndefault:name\t$'two\\nlines and a \"quote\"'\n", get("grace"));
  }

  @Test
  void csvWithOtherLineEndsAndWithoutALastOneIsLoaded() throws IOException {
    loads(2, "row,default:\r\na,1\r\n\r\nb,Gr\u00fc\u00dfe");
    assertEquals("1\n", get("a"));
    assertEquals("Gr\u00fc\u00dfe\n", get("b"));
  }

  @Test
  void badCsvIsNamedByItsLine() throws IOException {
    refused("line 1: the header is not row,FAMILY:COLUMN", "");
    refused("line 1: the header is not row,FAMILY:COLUMN", "key,default:\na,1\n");
    refused("line 1: the header is not row,FAMILY:COLUMN", "row\na\n");
    refused("line 1: \"value\" in the header is not FAMILY:COLUMN", "row,value\na,1\n");
    refused("line 1: the header names \"default:\" twice", "row,default:,default:\na,1,2\n");
    refused("line 1: the family", "row,a b:\na,1\n");
    refused("line 3: it has 3 fields, but the header names 2", "row,default:\na,1\nb,2,3\n");
    refused("line 3: it has 1 fields, but the header names 2", "row,default:\na,1\nb\n");
    refused("line 2: it has no value", "row,default:\na,\n");
    refused("line 2: the row key's length", "row,default:\n,1\n");
    refused("line 4: it has 3 fields", "row,default:\na,\"1\n2\"\nb,2,3\n");
    int before = applied();
    String head = "row,default:\na,1\nb,2\n";
    byte[] bad = Arrays.copyOf(head.getBytes(StandardCharsets.UTF_8), head.length() + 3);
    System.arraycopy(new byte[] {'c', ',', (byte) 0xff}, 0, bad, head.length(), 3);
    Files.write(file, bad);
    Ended ended = commands.run("load", file.toString());
    assertEquals(2, ended.exit());
    assertTrue(ended.err().contains("line 4: it is not UTF-8"), ended.err());
    assertEquals(before + 2, applied());
  }

  @Test
  void badJsonIsNamedByItsLine() throws IOException {
    String good = "{\"row\":\"a\",\"cells\":{\"default:\":\"1\"}}\n";
    refused("line 2: it is no JSON", good + "{\"row\":\n");
    refused("line 3: it is no JSON object", good + "\n[1]\n");
    refused("line 2: it is no JSON: Trailing", good + "{\"row\":\"b\"} {}\n");
    refused("line 2: it is no JSON: Duplicate", good + "{\"row\":\"b\",\"row\":\"c\"}\n");
    refused("line 2: one of \"row\" and \"row64\"", good + "{\"cells\":{\"default:\":\"1\"}}\n");
    refused("line 2: \"row\" is no string", good + "{\"row\":1,\"cells\":{\"default:\":\"1\"}}\n");
    refused(
        "line 2: \"default:\" is no string", good + "{\"row\":\"b\",\"cells\":{\"default:\":1}}");
    refused(
        "line 2: \"value64\" is no Base64",
        good + "{\"row\":\"b\",\"cells\":{\"default:\":{\"value64\":\"?\"}}}");
    refused("line 2: \"x\" is not FAMILY:COLUMN", good + "{\"row\":\"b\",\"cells\":{\"x\":\"1\"}}");
    refused("line 2: \"cels\" is not known", good + "{\"row\":\"b\",\"cels\":{\"x:\":\"1\"}}");
    refused("line 2: the number of changes", good + "{\"row\":\"b\"}");
    refused("line 2: \"cells\" is no object", good + "{\"row\":\"b\",\"cells\":[]}");
    refused("line 2: \"cells64\"", good + "{\"row\":\"b\",\"cells64\":[1]}");
    refused("line 2: \"cells64\"", good + "{\"row\":\"b\",\"cells64\":{\"a\":1}}");
    assertEquals(14, applied());
  }

  @Test
  void rowsBeforeABadOneAreKeptAndTheRestIsResumable() throws IOException {
    StringBuilder rows = new StringBuilder("row,default:\n");
    for (int i = 0; i < 1_000; i++) {
      rows.append(i == 600 ? "r600\n" : "r" + i + ",v" + i + "\n");
    }
    Ended first = load(rows.toString());
    assertEquals(2, first.exit());
    assertTrue(first.err().contains("line 602: it has 1 fields"), first.err());
    assertTrue(first.err().contains("--resume"), first.err());
    assertEquals(600, applied());
    assertEquals("v599\n", get("r599"));
    String mended = rows.toString().replace("r600\n", "r600,mended\n");
    Ended second = load(mended, "--resume");
    assertEquals(0, second.exit(), second.err());
    assertTrue(second.out().startsWith("loaded 400 rows behind 600"), second.out());
    assertEquals(1_000, applied());
    assertEquals("mended\n", get("r600"));
    assertFalse(Files.exists(LoadProgress.beside(file)));
  }

  @Test
  void otherRowsAreNotResumed() throws IOException {
    load("row,default:\na,1\nb,2\nbad\n");
    Ended other = load("row,default:\na,1\nb,3\nc,4\n", "--resume");
    assertEquals(2, other.exit());
    assertTrue(other.err().contains("are not those that were loaded"), other.err());
    Ended shorter = load("row,default:\na,1\n", "--resume");
    assertTrue(shorter.err().contains("are not those that were loaded"), shorter.err());
    assertEquals(2, applied());
    loads(2, "row,default:\na,1\nb,3\n");
  }

  @Test
  void aLoadThatIsNotThereIsNotResumed() throws IOException {
    assertEquals(2, load("row,default:\na,1\n", "--resume").exit());
    Files.writeString(LoadProgress.beside(file), "{");
    Ended damaged = load("row,default:\na,1\n", "--resume");
    assertEquals(2, damaged.exit());
    assertTrue(damaged.err().contains("is no record of a load"), damaged.err());
    assertTrue(commands.runWithInput("", "load", "-", "--resume").err().contains("standard input"));
    assertTrue(commands.run("load", "missing").err().contains("there is no file missing"));
    assertTrue(commands.run("load", temp.toString()).err().contains("directory"));
  }

  @Test
  void aLoadThatTheClusterInterruptsIsResumable() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 400; i++) {
      String family = i == 300 ? "unknown" : "default";
      rows.append("{\"row\":\"r" + i + "\",\"cells\":{\"" + family + ":\":\"v\"}}\n");
    }
    Ended first = load(rows.toString());
    assertEquals(2, first.exit());
    assertTrue(first.err().contains("NOT_FOUND"), first.err());
    assertTrue(first.err().contains("--resume"), first.err());
    assertEquals(300, LoadProgress.read(LoadProgress.beside(file)).orElseThrow().rows());
    Ended second = load(rows.toString().replace("unknown", "default"), "--resume");
    assertTrue(second.out().startsWith("loaded 100 rows behind 300"), second.out());
    assertEquals(400, commands.run("scan").out().lines().count());
  }

  @Test
  void standardInputIsLoaded() {
    Ended csv = commands.runWithInput("row,default:\na,1\n", "load", "-");
    assertEquals(0, csv.exit(), csv.err());
    Ended json =
        commands.runWithInput(
            "{\"row\":\"b\",\"cells\":{\"default:\":\"2\"}}\n", "load", "-", "--json");
    assertTrue(json.out().startsWith("{\"rows\":1,\"skipped\":0,\"seconds\":"), json.out());
    assertEquals("1\n", get("a"));
    assertEquals("2\n", get("b"));
    Ended bad = commands.runWithInput("nonsense", "load", "-", "--format", "json");
    assertEquals(2, bad.exit());
    assertTrue(bad.err().contains("line 1: it is no JSON"), bad.err());
  }

  @Test
  void aDumpIsOneLineARow() {
    commands.run("put", "ada", "plain");
    commands.run("put", "ada", "default:mail", "a@b");
    commands.run("put", "ada", "history:h", "old");
    commands.run("put", "ada", "history:h", "new");
    assertEquals(
        "{\"row\":\"ada\",\"cells\":{\"default:\":\"plain\",\"default:mail\":\"a@b\","
            + "\"history:h\":\"new\"}}\n",
        dump());
  }

  @Test
  void binaryDataAreDumpedInBase64() {
    byte[] raw = {(byte) 0xff, 0};
    try (ZabClient client = ZabClient.builder().nodes(commands.node().address()).build()) {
      ZabClient.await(client.put(Bytes.of(raw), Column.DEFAULT, Bytes.of(raw)));
      ZabClient.await(
          client.put(Bytes.of(raw), new Column("default", Bytes.of(raw)), Bytes.of("text")));
    }
    assertEquals(
        "{\"row64\":\"/wA=\",\"cells\":{\"default:\":{\"value64\":\"/wA=\"}},"
            + "\"cells64\":[{\"family\":\"default\",\"qualifier64\":\"/wA=\",\"value\":\"text\"}]}\n",
        dump());
  }

  @Test
  void aDumpIsLoadedByteForByte() throws IOException {
    Random random = new Random(1);
    try (ZabClient client = ZabClient.builder().nodes(commands.node().address()).build()) {
      for (int i = 0; i < 200; i++) {
        RowMutation.Builder row = RowMutation.in(bytes(random, 1));
        for (int c = random.nextInt(4); c >= 0; c--) {
          row.put(new Column(c == 2 ? "history" : "default", bytes(random, 0)), bytes(random, 0));
        }
        ZabClient.await(client.mutate(row.build()));
      }
      // More cells than a line has.
      RowMutation.Builder wide = RowMutation.in("wide");
      for (int c = 0; c < 2_500; c++) {
        wide.put(Column.of("default", "c" + c), "v" + c);
      }
      ZabClient.await(client.mutate(wide.build()));
    }
    String all = dump();
    assertEquals(3, all.lines().filter(line -> line.startsWith("{\"row\":\"wide\"")).count());
    Ended toFile = commands.run("dump", file.toString());
    assertEquals(0, toFile.exit());
    assertEquals(all, Files.readString(file));
    try (Commands others = new Commands()) {
      Ended loaded = others.run("load", file.toString());
      assertEquals(0, loaded.exit(), loaded.err());
      assertEquals(all, others.run("dump").out());
      assertEquals(all, others.run("dump", "--stale").out());
      others.run("put", "one", "more");
      assertNotEquals(all, others.run("dump").out());
    }
  }

  /** Texts of all kinds, and what is no text. */
  private static Bytes bytes(Random random, int least) {
    int length = least + random.nextInt(12);
    if (random.nextBoolean()) {
      byte[] raw = new byte[length];
      random.nextBytes(raw);
      return Bytes.of(raw);
    }
    int[] points = {'a', ':', '"', '\\', '\n', 0, 0x7f, 0xe4, 0x2028, 0x1f600, ' ', ','};
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(points[random.nextInt(points.length)]);
    }
    return Bytes.of(text.toString());
  }

  /** As {@code dump > FILE} on a disk that is full. */
  @Test
  void aDumpOfWhichSomeCannotBePrintedFails() {
    commands.run("put", "row", "value");
    Writer full =
        new Writer() {
          @Override
          public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("No space left on device");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Ended ended = commands.run(full, "dump");
    assertEquals(2, ended.exit());
    assertTrue(ended.err().contains("cannot write to standard output"), ended.err());
  }

  @Test
  void aDumpThatCannotBeWrittenIsNamed() {
    Ended ended = commands.run("dump", temp.resolve("missing/file").toString());
    assertEquals(2, ended.exit());
    assertTrue(ended.err().contains("missing"), ended.err());
    assertEquals(1, ended.err().lines().count(), Arrays.toString(ended.err().toCharArray()));
  }
}
