package io.zabdb.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.fake.LoopbackNode;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples of the documentation are compiled, do what they say, and are quoted exactly. */
class ExamplesTest {

  private static final Pattern EXAMPLE = Pattern.compile("(?s)// begin\\n(.*?)\\n *// end");
  private static final Pattern IN_JAVADOC =
      Pattern.compile("(?s)<pre>\\{@code\\n(.*?)\\n \\* \\}</pre>");
  private static final Pattern IN_PAGE = Pattern.compile("(?s)```java\\n(.*?)\\n```");

  private static List<String> found(Pattern pattern, String text, String margin) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult result) -> result.group(1))
        .map(code -> code.replaceAll("(?m)^" + Pattern.quote(margin), "").stripIndent())
        .map(code -> code.replaceAll("\\s+", " "))
        .toList();
  }

  private static List<String> examples() throws IOException {
    String source = Files.readString(Path.of("src/test/java/io/zabdb/client/Examples.java"));
    return found(EXAMPLE, source, "");
  }

  @Test
  void theJavadocQuotesThem() throws IOException {
    String source = Files.readString(Path.of("src/main/java/io/zabdb/client/ZabClient.java"));
    assertEquals(examples().subList(0, 4), found(IN_JAVADOC, source, " * "));
  }

  @Test
  void thePageQuotesThem() throws IOException {
    List<String> quoted = found(IN_PAGE, Files.readString(Path.of("../../docs/client.md")), "");
    assertEquals(examples(), quoted);
  }

  @Test
  void thePageNamesEveryError() throws IOException {
    String page = Files.readString(Path.of("../../docs/client.md"));
    for (ErrorCode code : ErrorCode.values()) {
      if (code.seen() != code) {
        continue;
      }
      long rows =
          page.lines()
              .filter(line -> line.startsWith("| `" + code + "` |"))
              .filter(line -> line.endsWith("| " + code.advice() + " |"))
              .count();
      assertEquals(1, rows, code + " with its advice");
    }
  }

  @Test
  void theyDoWhatTheySay() {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (LoopbackNode node = new LoopbackNode();
        ZabClient client = ZabClient.builder().nodes(node.address()).build()) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      Examples.checkAndMutate(client);
      Column city = Column.of("default", "city");
      ZabClient.await(client.put(Bytes.of("ada"), city, Bytes.of("Paris")));
      Examples.checkAndMutate(client);
      Examples.bulk(client, List.of(RowMutation.in("bob").put(city, "Rome").build()));
      Examples.scan(client);
    } finally {
      System.setOut(before);
    }
    String all = printed.toString(StandardCharsets.UTF_8);
    assertTrue(all.startsWith("was elsewhere\nmoved\n"), all);
    assertTrue(all.contains("ada default:city @0/1.3 = London\n"), all);
    assertTrue(all.contains("bob default:city @0/1.4 = Rome\n"), all);
  }
}
