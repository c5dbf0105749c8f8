package io.zabdb.modelcheck.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.modelcheck.SpecTree;
import io.zabdb.modelcheck.model.ModelCatalog;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What configurations and the picture of README.md name exists, and the picture is whole. */
class SpecPicturesTest {

  private static final String HEAD = "\\* @about A clock.\n\\* @module Clock\n\\* @expect holds\n";

  @TempDir Path home;

  private Path specs() {
    return home.resolve("specs");
  }

  private List<String> arrows(String readme, String properties) throws Exception {
    new SpecTree(home)
        .file("specs/README.md", readme)
        .file("specs/clock/MCClock.cfg", SpecTree.clock(HEAD, "PROPERTIES " + properties));
    return new Refinements(specs(), ModelCatalog.read(specs())).problems();
  }

  @Test
  void arrowsAndModelsAgree() throws Exception {
    String arrow = "    Clock <-- RefinesTime in MCClock ---- Clock\n";
    assertEquals(List.of(), arrows(arrow, "Returns RefinesTime"));
    assertEquals(
        List.of("Clock <-- RefinesTime in MCClock ---- Clock: MCClock does not check RefinesTime"),
        arrows(arrow, "Returns"));
    assertEquals(
        List.of("no arrow for RefinesTime in MCClock of Clock"), arrows("", "RefinesTime"));
    assertEquals(
        List.of("Clock <-- RefinesTime in MCGone -- Clock: there is no model MCGone"),
        arrows("Clock <-- RefinesTime in MCGone -- Clock", "Returns"));
    assertEquals(
        List.of("Time <-- RefinesTime in MCClock -- Clock: there is no module Time"),
        arrows("Time <-- RefinesTime in MCClock -- Clock", "RefinesTime"));
    assertEquals(
        List.of(
            "Clock <-- RefinesTime in MCClock -- Moon: MCClock is a model of Clock",
            "no arrow for RefinesTime in MCClock of Clock"),
        arrows("Clock <-- RefinesTime in MCClock -- Moon", "RefinesTime"));
  }

  @Test
  void whatIsNamedExists() throws Exception {
    new SpecTree(home)
        .file("specs/README.md", "See MCClock and MCHour.\n")
        .file(
            "specs/clock/MCClock.cfg",
            SpecTree.clock("\\* @bounds More are in MCGone.\n" + HEAD, "INVARIANT Late"))
        .file("specs/clock/Other.tla", "---- MODULE Other ----\nMCHour == 1 \\* SIMLost\n====\n");
    assertEquals(
        List.of("specs/clock/MCClock.cfg: MCGone", "specs/clock/Other.tla: SIMLost"),
        new SpecNames(specs(), ModelCatalog.read(specs())).problems());
  }
}
