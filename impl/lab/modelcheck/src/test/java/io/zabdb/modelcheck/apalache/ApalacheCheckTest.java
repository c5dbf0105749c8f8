package io.zabdb.modelcheck.apalache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.modelcheck.SpecTree;
import io.zabdb.modelcheck.model.SpecError;
import io.zabdb.modelcheck.model.Tier;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApalacheCheckTest {

  private static final Path MODULE = Path.of("APAClock.tla");

  @TempDir Path home;

  private static ApalacheCheck parse(String line) {
    return ApalacheCheck.declaredIn(MODULE, List.of("---- MODULE APAClock ----", line)).get(0);
  }

  @Test
  void readsDeclarations() {
    ApalacheCheck base = parse("\\* @apalache Base: --init=Init --inv=Ind --length=0");
    assertEquals(
        new ApalacheCheck(
            MODULE, "Base", List.of("--init=Init", "--inv=Ind", "--length=0"), false, Tier.QUICK),
        base);
    ApalacheCheck weak = parse("(* @apalache Weak: --inv=Ind => violates [deep] *)");
    assertTrue(weak.violates());
    assertEquals(Tier.DEEP, weak.tier());
  }

  @Test
  void refusesOtherForms() {
    for (String bad :
        List.of(
            "Base --inv=X",
            "Base:",
            "Base: --inv X",
            "Base: --inv=X => fails",
            "Base: --inv=X [slow]")) {
      assertThrows(SpecError.class, () -> parse("\\* @apalache " + bad), bad);
    }
  }

  @Test
  void aDeclarationThatCannotBeReadFails() {
    new SpecTree(home)
        .file(
            "specs/clock/APAClock.tla",
            "---- MODULE APAClock ----\n\\* @apalache Base --inv=TypeOK\nEXTENDS Clock\n====\n");
    SpecTree.Ran ran = SpecTree.run("specs", "apalache", "clock");
    assertEquals(1, ran.exit());
    assertTrue(ran.out().contains("FAIL APAClock typecheck: APAClock.tla: '@apalache"), ran.out());
  }

  /** The build sets APALACHE_HOME to a folder that holds nothing. */
  @Test
  void skipsEachCheckWhereApalacheIsMissing() {
    new SpecTree(home)
        .file(
            "specs/clock/APAClock.tla",
            "---- MODULE APAClock ----\n\\* @apalache Base: --inv=TypeOK\nEXTENDS Clock\n====\n");
    SpecTree.Ran ran = SpecTree.run("specs", "apalache", "clock");
    assertEquals(0, ran.exit());
    assertTrue(ran.out().contains("skip APAClock Base: apalache-mc is not installed"), ran.out());
    assertTrue(ran.out().endsWith("0 passed, 0 failed, 3 skipped\n"), ran.out());
    assertFalse(ran.out().contains("FAIL"), ran.out());
    assertEquals(2, SpecTree.run("specs", "apalache", "watch").exit());
  }
}
