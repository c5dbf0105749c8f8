package io.zabdb.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.testkit.broken.BrokenBuilds;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documents say how many broken builds there are. */
class BrokenBuildCountTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          docs/testing.md | (\\d+) builds with a bug each
          docs/judges.md  | prints (\\d+) builds with a bug each
          docs/mutants.md | changed; (\\d+) are chosen by hand
          CHANGELOG.md    | with a bug in it, (\\d+) chosen by hand
          """)
  void itIsTheNumberThatThereIs(String file, String text) throws IOException {
    String page = Files.readString(Sources.impl().resolveSibling(file));
    Matcher count = Pattern.compile(text).matcher(page);
    assertTrue(count.find(), file + " does not say how many there are");
    assertEquals(BrokenBuilds.all().size(), Integer.parseInt(count.group(1)), file);
  }
}
