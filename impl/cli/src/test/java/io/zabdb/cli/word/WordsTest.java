package io.zabdb.cli.word;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.error.CliException;
import io.zabdb.model.data.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words stand for bytes without loss, and what is printed can be typed back. */
class WordsTest {

  @TempDir Path temp;

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Bytes of every kind: text, half characters, controls. */
  private static byte[] random(Random random) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int parts = random.nextInt(6);
    for (int i = 0; i < parts; i++) {
      switch (random.nextInt(6)) {
        case 0 -> bytes.writeBytes(utf8("\u00fc\u4e16\ud83d\ude00"));
        case 1 -> bytes.write(random.nextInt(256));
        case 2 -> bytes.writeBytes(utf8("$'\\x41 \"q\" \\\\ `#*~"));
        case 3 -> bytes.writeBytes(utf8("\u202e\u2028\ud83d\ude00".substring(random.nextInt(2))));
        case 4 -> bytes.writeBytes(new byte[] {(byte) 0xed, (byte) 0xb2, (byte) 0x80});
        default -> bytes.write(random.nextInt(1, 32));
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void allBytesComeBack() {
    Set<String> words = new HashSet<>();
    for (int b = 0; b < 256; b++) {
      byte[] bytes = {(byte) b, 'b', 'i', 'n'};
      assertArrayEquals(bytes, Words.bytes(Words.of(bytes)));
      assertTrue(words.add(Words.of(bytes)), "two keys are one word");
      assertEquals(b < 0x80, Words.isText(Words.of(bytes)));
    }
    Random random = new Random(11);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = random(random);
      assertArrayEquals(bytes, Words.bytes(Words.of(bytes)));
    }
  }

  @Test
  void textIsTextAndOnOneLine() {
    for (String text : List.of("", "a b", "Gr\u00fc\u00dfe \u4e16", "\\x41", "it's", "a$'")) {
      assertEquals(text, Notation.show(Bytes.of(text)));
    }
    assertEquals("$'\\xfebin'", Notation.show(Bytes.of(new byte[] {-2, 'b', 'i', 'n'})));
    assertEquals("$'a\\tb\\nc\\x07\\\\\\''", Notation.show(Bytes.of("a\tb\nc\u0007\\'")));
    assertEquals("$'\\xe2\\x80\\xae\u4e16'", Notation.show(Bytes.of("\u202e\u4e16")));
    assertEquals("$'$\\'x\\''", Notation.show(Bytes.of("$'x'")));
  }

  /** What stands in quotes is read back by our shell; bash does the same: ShellTest. */
  @Test
  void whatIsPrintedIsTypedBack() throws Exception {
    Random random = new Random(12);
    int quoted = 0;
    for (int i = 0; i < 20_000; i++) {
      Bytes bytes = Bytes.of(random(random));
      String shown = Notation.show(bytes);
      assertTrue(shown.codePoints().noneMatch(c -> c < ' ' || c == 0x7f), shown);
      if (shown.startsWith("$'")) {
        quoted++;
        assertEquals(List.of(Words.of(bytes.toArray())), ShellWords.of(shown), shown);
      } else {
        assertArrayEquals(bytes.toArray(), utf8(shown));
      }
    }
    assertTrue(quoted > 5_000, quoted + " were quoted");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '%',
      delimiter = '|',
      value = {
        "put a b|put,a,b",
        "  put\ta  |put,a",
        "a\\ b|a b",
        "'a  b'|a  b",
        "'a\\'|a\\",
        "\"a\\n\"|a\\n",
        "\"a\\\\b\\\"c\\$\\`\"|a\\b\"c$`",
        "a'b'\"c\"d|abcd",
        "\\'|'",
        "C:\\\\x|C:\\x",
        "#a *|#a,*",
        "$a ${b} $|$a,${b},$",
        "a;b|a;b",
        "$'\\x41\\102\\q\\?'|AB\\q?",
        "$'\\x4142'|A42",
        "$'\\xg'|\\xg"
      })
  void linesAreCutAsByAShell(String line, String words) throws Exception {
    assertEquals(List.of(words.split(",")), ShellWords.of(line));
  }

  @Test
  void quotesMakeEmptyWords() throws Exception {
    assertEquals(List.of("", "a", ""), ShellWords.of("'' a \"\""));
    assertEquals(List.of(), ShellWords.of("  "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'a", "\"a", "$'a", "a\\", "\"a\\", "$'a\\"})
  void whatIsLeftOpenIsNamed(String line) {
    assertThrows(ShellWords.OpenException.class, () -> ShellWords.of(line));
  }

  @Test
  void argumentsAreTakenAsBytes() throws Exception {
    Path line = temp.resolve("cmdline");
    ByteArrayOutputStream words = new ByteArrayOutputStream();
    words.writeBytes(utf8("java\0Main\0put\0\0"));
    words.write(0xfe);
    words.writeBytes(utf8("\0\u00fc\0"));
    Files.write(line, words.toByteArray());
    String[] exact = Arguments.exact(new String[] {"put", "", "\ufffd", "??"}, line);
    assertArrayEquals(new byte[] {(byte) 0xfe}, Words.bytes(exact[2]));
    assertEquals(List.of("put", "", "\udcfe", "\u00fc"), List.of(exact));
  }

  @Test
  void argumentsThatAreLostAreRefused() throws Exception {
    Path none = temp.resolve("none");
    String[] text = {"put", "\u00fc", "b"};
    assertArrayEquals(text, Arguments.exact(text, none));
    CliException failure =
        assertThrows(
            CliException.class,
            () -> Arguments.exact(new String[] {"put", "\ufffdbin", "v"}, none));
    assertEquals(2, failure.exitCode());
    assertTrue(failure.getMessage().startsWith("argument 2 is not UTF-8"), failure.getMessage());
    // Another process's words are not believed.
    Path other = Files.write(temp.resolve("other"), utf8("get\0\u00fc\0b\0"));
    assertArrayEquals(text, Arguments.exact(text, other));
  }

  @Test
  void formsAreRead() throws Exception {
    assertEquals(Bytes.of("ab"), Form.HEX.bytes("6162"));
    assertEquals(Bytes.of("ab"), Form.BASE64.bytes("YWI="));
    assertEquals(Bytes.EMPTY, Form.HEX.bytes(""));
    for (Form form : Form.values()) {
      assertEquals(Bytes.of("x\u00fc"), form.bytes(form.show(Bytes.of("x\u00fc"))));
    }
    for (String bad : List.of("6", "zz", "0x61")) {
      String message = assertThrows(CliException.class, () -> Form.HEX.bytes(bad)).getMessage();
      assertTrue(message.startsWith("'" + bad + "' is not hexadecimal"), message);
    }
    assertThrows(CliException.class, () -> Form.BASE64.bytes("a"));
    assertFalse(Form.HEX.suffix().equals(Form.BASE64.suffix()));
  }
}
