package io.zabdb.modelcheck.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.modelcheck.SpecTree;
import io.zabdb.modelcheck.model.ModelCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextBindingsTest {

  private static final String MODULE =
      """
      ---- MODULE Two ----
      EXTENDS One
      \\* A step. (Not Unused.)
      Step(n) == /\\ Guard(n)
                 /\\ x' = n
      Unused == FALSE
      ====
      """;
  private static final String COQ =
      """
      (* Comments (* nest. *) *)
      Definition Guard n : Prop := n > 0.

      Definition Step n x' : Prop :=
        Guard n /\\ x' = n.

      Lemma aside : True. Proof. exact I. Qed.
      """;
  private static final Pattern ASKED = Pattern.compile("then write: (.*)");

  @TempDir Path home;
  private SpecTree tree;

  @BeforeEach
  void writeBoth() throws IOException {
    tree =
        new SpecTree(home)
            .file("specs/two/One.tla", "---- MODULE One ----\nGuard(n) == n > 0\n====\n")
            .file("specs/two/Two.tla", MODULE)
            .file("proofs/coq/Model.v", COQ);
    list("One!Guard ? Model.Guard ?", "Two!Step ? Model.Step ?");
    list(problems().stream().map(TextBindingsTest::asked).toArray(String[]::new));
  }

  private void list(String... lines) {
    tree.file(
        "proofs/coq/texts.txt", "root Two!Step\nfile Model\n" + String.join("\n", lines) + "\n");
  }

  private static String asked(String problem) {
    Matcher found = ASKED.matcher(problem);
    assertTrue(found.find(), problem);
    return found.group(1);
  }

  private List<String> problems() throws IOException {
    Path coq = home.resolve("proofs/coq");
    return new TextBindings(coq, ModelCatalog.read(home.resolve("specs")).modules()).problems();
  }

  private void replace(String file, String old, String by) throws IOException {
    Path path = home.resolve(file);
    String text = Files.readString(path);
    assertTrue(text.contains(old), text);
    Files.writeString(path, text.replace(old, by));
  }

  @Test
  void whatIsNotedIsBound() throws IOException {
    assertEquals(List.of(), problems());
  }

  @Test
  void layoutAndCommentsMayChange() throws IOException {
    replace("specs/two/Two.tla", "\\* A step. (Not Unused.)", "(* Another comment. *)");
    replace("specs/two/Two.tla", "x' = n\n", "x' =\n              n\n\n");
    replace("proofs/coq/Model.v", "Guard n /\\", "Guard n (* and *)   /\\");
    replace("proofs/coq/Model.v", "aside : True", "aside : True /\\ True -> True");
    assertEquals(List.of(), problems());
  }

  @Test
  void eitherTextIsCompared() throws IOException {
    replace("specs/two/One.tla", "n > 0", "n >= 0");
    assertTrue(
        problems().get(0).startsWith("One!Guard or Model.Guard has changed"), problems()::toString);
    replace("proofs/coq/Model.v", "n > 0", "n >= 0");
    replace("proofs/coq/Model.v", "x' = n", "x' = n + 1");
    assertEquals(2, problems().size(), problems()::toString);
    list(problems().stream().map(TextBindingsTest::asked).toArray(String[]::new));
    assertEquals(List.of(), problems());
  }

  @Test
  void nothingMayBeLeftOut() throws IOException {
    replace("specs/two/Two.tla", "x' = n", "x' = n /\\ Also(n)\nAlso(n) == TRUE");
    replace("proofs/coq/Model.v", "Lemma aside", "Definition More := True.\nLemma aside");
    assertTrue(problems().contains("Two!Also has no line in texts.txt"), problems()::toString);
    assertTrue(problems().contains("Model.More has no line in texts.txt"), problems()::toString);
  }

  @Test
  void whatIsGoneIsMissed() throws IOException {
    replace("proofs/coq/Model.v", "Definition Guard n : Prop := n > 0.", "");
    assertTrue(asked(problems().get(0)).endsWith("Model.Guard missing"), problems()::toString);
  }

  @Test
  void linesOfAnotherFormAreRefused() throws IOException {
    list("Two!Step Model.Step");
    assertTrue(
        problems().get(0).startsWith("texts.txt: expected an operator"), problems()::toString);
  }

  @Test
  void theCommandSaysIt() throws IOException {
    replace("specs/two/One.tla", "n > 0", "n >= 0");
    assertTrue(
        SpecTree.run("proofs").out().contains("FAIL what Coq proves is what TLA+ says: One!Guard"));
  }
}
