package io.zabdb.modelcheck.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.modelcheck.SpecTree;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelCatalogTest {

  private static final String HEAD = "\\* @about x\n\\* @module Clock\n\\* @expect holds\n";

  @TempDir Path home;

  private ModelCatalog read(String file, String text) throws Exception {
    new SpecTree(home).file("specs/clock/" + file, text);
    return ModelCatalog.read(home.resolve("specs"));
  }

  private String errorOf(String file, String text) throws Exception {
    ModelCatalog catalog = read(file, text);
    assertEquals(List.of(), catalog.models());
    return catalog.errors().values().iterator().next();
  }

  @Test
  void readsAllAnnotations() throws Exception {
    String text =
        """
        \\* @about    One sentence
        \\*           on two lines.
        \\* @module   Clock
        \\* @expect   violates Early
        \\* @tier     full
        \\* @mode     simulate num=7 depth=8 seed=9
        \\* @deadlock check
        \\* @workers  2
        CONSTANTS Node = {n1, n2}  Hours = 3
                  CanTick <- Always
        SPECIFICATION Spec \\* a comment INVARIANT Hidden
        INVARIANTS Late Early
        """;
    Model model = read("X.cfg", text).models().get(0);
    assertEquals("One sentence on two lines.", model.about());
    assertEquals("Clock", model.base());
    assertEquals("violates Early", model.expectation().toString());
    assertEquals(Tier.FULL, model.tier());
    assertEquals(new Mode(true, 7, 8, 9), model.mode());
    assertTrue(model.checkDeadlock());
    assertEquals(2, model.workers());
    assertEquals(List.of("Late", "Early"), model.config().invariants());
    assertEquals("{n1,n2}", model.config().constants().get("Node"));
    assertEquals("Always", model.config().substitutions().get("CanTick"));
    assertEquals("Spec", model.config().word("SPECIFICATION"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          @about x                                            | annotation @expect is missing
          @expect holds                                       | annotation @about is missing
          @about x;@expect holds;@colour red                  | annotation @colour is not known
          @about x;@expect holds;@tier slow                   | @tier 'slow' is not known; known: quick, full, deep
          @about x;@expect holds;@tier                        | annotation @tier has no value
          @about x;@about y;@expect holds                     | annotation @about is given twice
          @about x;@expect fails                              | @expect 'fails' is not known
          @about x;@expect holds;@mode simulate depth=x       | @mode setting 'depth=x' is not known
          @about x;@expect holds;@mode random                 | @mode 'random' is not known
          @about x;@expect holds;@workers 0                   | @workers '0' is not a number
          @about x;@expect holds;@deadlock yes                | @deadlock 'yes' is not known
          @about x;@expect holds;@base Watch                  | there is no module Watch; known: Clock
          @about x;@expect holds;@module Watch                | there is no module Watch; known: Clock
          @about x;@expect deadlock                           | needs '@deadlock check'
          @about x;@expect violates Other                     | violation of Other, which is not listed; listed: Early, Forwards
          @about x;@expect violates Forwards                  | must be the only one listed; also listed: Early
          """)
  void explainsWhatIsWrong(String annotations, String expected) throws Exception {
    String text = "\\* " + annotations.replace(";", "\n\\* ") + "\n";
    if (!text.contains("@module")) {
      text += "\\* @module Clock\n";
    }
    String error = errorOf("X.cfg", text + "INVARIANT Early\nPROPERTY Forwards\n");
    assertTrue(error.contains(expected), error);
  }

  @Test
  void mutantsAndReachModelsMustFail() throws Exception {
    String error = errorOf("mutants/X.cfg", HEAD + "CONSTANT CanTick <- Always");
    assertTrue(error.contains("a configuration in mutants/ must fail"), error);
  }

  @Test
  void mutantsSubstitute() throws Exception {
    String text = "\\* @about x\n\\* @module Clock\n\\* @expect violates Early\nINVARIANT Early\n";
    assertTrue(errorOf("mutants/X.cfg", text).contains("has none"));
    assertTrue(
        errorOf("mutants/X.cfg", text + "CONSTANT CanTick <- CanTick").contains("has no effect"));
    assertEquals(1, read("mutants/X.cfg", text + "CONSTANT CanTick <- Always").models().size());
  }

  @Test
  void namesAreUnique() throws Exception {
    new SpecTree(home).file("specs/clock/X.cfg", HEAD).file("specs/clock/reach/X.cfg", HEAD);
    String error = ModelCatalog.read(home.resolve("specs")).errors().values().iterator().next();
    assertTrue(error.contains("the name is taken by specs"), error);
    new SpecTree(home).file("specs/other/Clock.tla", SpecTree.CLOCK);
    assertThrows(SpecError.class, () -> ModelCatalog.read(home.resolve("specs")));
  }

  @Test
  void aModelBelongsToTheBaseWithTheLongestName() throws Exception {
    new SpecTree(home).file("specs/clock/ClockFace.tla", "---- MODULE ClockFace ----\n====\n");
    ModelCatalog catalog = read("X.cfg", HEAD);
    assertEquals("ClockFace", catalog.modules().baseOf("MCClockFaceSmall"));
    assertEquals("Clock", catalog.modules().baseOf("SIMClock"));
    assertEquals("Clock", catalog.modules().baseOf("Clock"));
  }

  @Test
  void selectsByModuleFolderOrModelInAnyCase() throws Exception {
    ModelCatalog catalog = read("X.cfg", HEAD);
    for (String word : List.of("Clock", "clock", "X", "x")) {
      assertEquals(1, catalog.select(word).size(), word);
    }
    SpecError error = assertThrows(SpecError.class, () -> catalog.select("watch"));
    assertTrue(
        error.getMessage().contains("unknown module 'watch'; known: Clock"), error.getMessage());
  }
}
