package io.zabdb.modelcheck.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoqSourceTest {

  private static List<String> gaps(String text) {
    return new CoqSource(text).gaps();
  }

  @Test
  void findsGaps() {
    assertEquals(List.of("line 2: Admitted"), gaps("Theorem t : True.\nAdmitted."));
    assertEquals(List.of("line 1: admit"), gaps("Proof. intros; admit. Qed."));
    assertEquals(List.of("line 1: Axiom"), gaps("Axiom a : False."));
    assertEquals(List.of("line 1: Parameter"), gaps("Parameter a : False."));
    assertEquals(List.of("line 1: Variable outside a section"), gaps("Variable a : False."));
  }

  @Test
  void allowsVariablesInSectionsAndWordsInComments() {
    assertEquals(
        List.of(),
        gaps(
            "(* no Admitted (* nor Axiom *) admit *)\nSection S.\nVariable a : nat.\nEnd S.\nCheck \"Axiom\".\n"));
    assertEquals(
        List.of("line 4: Variable outside a section"),
        gaps("Section S.\nEnd S.\n\nVariable a : nat."));
  }

  @Test
  void namesTheorems() {
    assertEquals(
        List.of("one", "two"),
        new CoqSource("Theorem one : True.\n(* Theorem no *)\n  Theorem two x : x = x.")
            .theorems());
  }
}
