package io.zabdb.modelcheck.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.modelcheck.SpecTree;
import io.zabdb.modelcheck.process.Command;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

class CoqChecksTest {

  @TempDir Path home;

  static boolean installed() {
    return Command.find("coqc").isPresent();
  }

  private String prove(String first, String second) {
    new SpecTree(home)
        .file("proofs/coq/_CoqProject", "-Q . P\nA.v\nB.v\n")
        .file("proofs/coq/A.v", first)
        .file("proofs/coq/B.v", second);
    return SpecTree.run("proofs").out();
  }

  @Test
  @EnabledIf("installed")
  void closedTheoremsPass() {
    String out =
        prove(
            "Theorem one : 1 = 1. Proof. reflexivity. Qed.\n",
            "From P Require Import A.\nTheorem two : 1 = 1. Proof. exact one. Qed.\n");
    assertTrue(out.endsWith("7 passed, 0 failed, 0 skipped\n"), out);
  }

  @Test
  @EnabledIf("installed")
  void hiddenAxiomsAreFound() {
    // Not one of the words that CoqSource looks for.
    String out =
        prove(
            "Module Type T. Axiom f : False. End T.\n",
            "From P Require Import A.\nDeclare Module M : T.\nTheorem two : 1 = 2. Proof. destruct M.f. Qed.\n");
    assertTrue(out.contains("FAIL Coq theorem B.two (no axioms): Axioms:"), out);
  }

  @Test
  @EnabledIf("installed")
  void filesThatDoNotCompileFail() {
    String out =
        prove(
            "Theorem one : 1 = 2. Proof. reflexivity. Qed.\n",
            "Theorem two : True. Proof. exact I. Qed.\n");
    assertTrue(out.contains("FAIL Coq file A.v compiles"), out);
    assertEquals(1, SpecTree.run("proofs").exit());
  }

  @Test
  @EnabledIf("installed")
  void listedTheoremsMayBeQualified() {
    new SpecTree(home).file("proofs/coq/theorems.txt", "one\nA.one\nP.A.one\nP.B.one\n");
    String out =
        prove(
            "Theorem one : True. Proof. exact I. Qed.\n",
            "Lemma two : True. Proof. exact I. Qed.\n");
    assertEquals(1, out.split("listed in theorems.txt", -1).length - 1, out);
    assertTrue(out.contains("FAIL Coq theorem P.B.one"), out);
  }

  @Test
  void listedTheoremsMustExist() {
    new SpecTree(home).file("proofs/coq/theorems.txt", "missing # a note\n");
    assertTrue(
        SpecTree.run("proofs").out().contains("FAIL Coq theorem missing: listed in theorems.txt"));
  }
}
