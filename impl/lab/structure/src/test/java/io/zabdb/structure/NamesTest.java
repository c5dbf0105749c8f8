package io.zabdb.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One word for one thing, over all modules of the product. */
class NamesTest {

  /** How many simple names may be declared more than once. */
  private static final int MAX_DOUBLES = 10;

  @Test
  void hardlyASimpleNameIsDeclaredTwice() throws IOException {
    List<Path> files =
        Sources.modules().stream().flatMap(module -> Sources.files(module).stream()).toList();
    TypeNames names = TypeNames.in(files);
    assertTrue(names.size() > 500, "only " + names.size() + " types were found");
    List<String> doubles = names.doubles();
    assertTrue(
        doubles.size() <= MAX_DOUBLES,
        () ->
            doubles.size()
                + " simple names are declared more than once, "
                + MAX_DOUBLES
                + " may be:\n"
                + String.join("\n", doubles));
  }

  @Test
  void nestedTypesCountAndLocalOnesDoNot(@TempDir Path folder) throws IOException {
    Path first = folder.resolve("First.java");
    Path second = folder.resolve("Second.java");
    Files.writeString(first, "package a; class First { record Part(int x) {} enum Other { A } }");
    Files.writeString(
        second,
        "package b; interface Second { class Part { void f() { class Other {} } } } // class First");
    assertEquals(
        List.of("Part: a.First.Part, b.Second.Part"),
        TypeNames.in(List.of(first, second)).doubles());
  }
}
