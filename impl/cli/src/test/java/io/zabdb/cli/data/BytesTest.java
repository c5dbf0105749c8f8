package io.zabdb.cli.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Bash;
import io.zabdb.cli.Cli.Ended;
import io.zabdb.cli.Zabdb;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys and values that are no text, in all commands. */
class BytesTest {

  @TempDir Path temp;

  private final Commands commands = new Commands();

  @AfterEach
  void close() {
    commands.close();
  }

  private String prints(String... words) {
    Ended ended = commands.run(words);
    assertEquals(0, ended.exit(), ended.err());
    return ended.out();
  }

  private String shell(String lines, String... options) {
    List<String> words = new ArrayList<>(List.of("shell"));
    words.addAll(List.of(options));
    Ended ended = commands.runWithInput(lines, words.toArray(String[]::new));
    assertEquals("", ended.err());
    assertEquals(0, ended.exit());
    return ended.out();
  }

  /** As a user types it into bash: the words come to a process of its own. */
  private List<String> bash(String words) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String line =
        String.format(
            "exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s %s --connect %s",
            java,
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Zabdb.class.getName(),
            words,
            commands.node().address());
    return Bash.run(temp, line);
  }

  @Test
  void keysOfACommandLineThatAreNotUtf8AreKeysOfTheirOwn() throws Exception {
    Assumptions.assumeTrue(
        Files.exists(Path.of("/proc/self/cmdline")), "the system tells the bytes of arguments");
    bash("put $'\\xfebin' one");
    bash("put $'\\xffbin' default:$'q\\x80' $'v\\xf0'");
    Set<String> scanned = new HashSet<>(prints("scan").lines().toList());
    assertEquals(
        Set.of("$'\\xfebin'\tdefault:\tone", "$'\\xffbin'\tdefault:$'q\\x80'\t$'v\\xf0'"), scanned);
    // What was printed is typed back.
    assertEquals(List.of("one"), bash("get $'\\xfebin'"));
    assertEquals(List.of("$'v\\xf0'"), bash("get $'\\xffbin' default:$'q\\x80'"));
  }

  @Test
  void everyCommandTakesAndShowsHexadecimalAndBase64() {
    assertEquals("ok\n", prints("put", "--hex", "fe00", "default:ff", "0a"));
    assertEquals("default:ff\t0a\n", prints("get", "--hex", "fe00"));
    assertEquals("fe00\tdefault:ff\t0a\n", prints("scan", "--hex", "fe00"));
    assertEquals("/gA=\tdefault:/w==\tCg==\n", prints("scan", "--base64"));
    assertEquals("ok\n", prints("cas", "fe00", "default:ff", "0a", "0b", "--hex"));
    assertEquals("Cw==\n", prints("get", "--base64", "/gA=", "default:/w=="));
    assertTrue(
        prints("get", "--hex", "--json", "fe00").startsWith("{\"row16\":\"fe00\",\"family\""));
    assertTrue(prints("scan", "--json").startsWith("{\"row64\":\"/gA=\",\"family\""));
    assertEquals(
        "{\"row16\":\"fe00\",\"cells16\":[{\"family\":\"default\",\"qualifier16\":\"ff\","
            + "\"value16\":\"0b\"}]}\n",
        prints("dump", "--hex"));
    assertEquals("ok\n", prints("delete", "--hex", "fe00", "default:ff"));
    assertEquals("", prints("scan"));
    Ended bad = commands.run("put", "--hex", "xyz", "00");
    assertEquals(2, bad.exit());
    assertEquals(1, bad.err().lines().count(), bad.err());
    assertTrue(bad.err().contains("'xyz' is not hexadecimal"), bad.err());
    assertEquals(2, commands.run("get", "--hex", "--base64", "00").exit());
  }

  @Test
  void filesAreLoadedInEachForm() throws Exception {
    Path csv = Files.writeString(temp.resolve("csv"), "row,default:ff\nfe,00\nff,01\n");
    prints("load", "--hex", csv.toString());
    assertEquals(
        Set.of("fe\tdefault:ff\t00", "ff\tdefault:ff\t01"),
        new HashSet<>(prints("scan", "--hex").lines().toList()));
    for (String form : List.of("--hex", "--base64")) {
      Path dump = temp.resolve("dump" + form);
      String before = prints("dump", form, dump.toString()) + Files.readString(dump);
      prints("delete", "--hex", "fe");
      prints("load", dump.toString());
      assertEquals(before, prints("dump", form));
    }
    Path bad = Files.writeString(temp.resolve("bad"), "row,default:ff\nfe,0\n");
    Ended ended = commands.run("load", "--hex", bad.toString());
    assertEquals(2, ended.exit());
    assertTrue(ended.err().contains("line 2") && ended.err().contains("hexadecimal"), ended.err());
    Ended json = commands.run("load", "--hex", temp.resolve("dump--hex").toString());
    assertEquals(2, json.exit());
    assertTrue(json.err().contains("about CSV"), json.err());
  }

  @Test
  void halfCharactersInJsonAreRefused() throws Exception {
    for (String line :
        List.of(
            "{\"row\":\"\\ud800\",\"cells\":{\"default:\":\"v\"}}\n",
            // Two such names would be one.
            "{\"row\":\"r\",\"cells\":{\"default:\\ud800\":\"v\",\"default:\\ud801\":\"w\"}}\n")) {
      Path half = Files.writeString(temp.resolve("half"), line);
      Ended ended = commands.run("load", half.toString());
      assertEquals(2, ended.exit());
      assertTrue(ended.err().contains("half a character"), ended.err());
    }
  }

  @Test
  void aShellKeepsWhatIsTyped() {
    String out =
        shell(
            """
            put 'C:\\temp' "a \\n b"
            put $'\\xfebin' $'two\\nlines'
            put it\\'s \\"
            put @file v
            get 'C:\\temp'
            get $'\\xfebin'
            get it\\'s
            get @file
            """);
    assertEquals("ok\nok\nok\nok\na \\n b\n$'two\\nlines'\n\"\nv\n", out);
    Set<String> scanned = new HashSet<>(prints("scan").lines().toList());
    assertEquals(
        Set.of(
            "C:\\temp\tdefault:\ta \\n b",
            "$'\\xfebin'\tdefault:\t$'two\\nlines'",
            "it's\tdefault:\t\"",
            "@file\tdefault:\tv"),
        scanned);
  }

  @Test
  void aShellMayBeInHexadecimal() {
    assertEquals("ok\nfe\tdefault:\t00\n", shell("put fe 00\nscan\n", "--hex"));
    assertEquals("/g==\tdefault:\tAA==\n", shell("scan --base64\n", "--hex"));
  }

  @Test
  void rawValuesArePrintedAsTheyAre() {
    prints("put", "--hex", "61", "000aff");
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      assertEquals("", prints("get", "a", "--raw"));
    } finally {
      System.setOut(before);
    }
    assertEquals("000aff", java.util.HexFormat.of().formatHex(printed.toByteArray()));
    prints("put", "a", "default:b", "c");
    Ended several = commands.run("get", "a", "--raw");
    assertEquals(2, several.exit());
    assertTrue(several.err().contains("--raw prints one value"), several.err());
  }
}
