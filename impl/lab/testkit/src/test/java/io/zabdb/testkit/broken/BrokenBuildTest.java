package io.zabdb.testkit.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A place is found however its lines are broken, and only if there is one. */
class BrokenBuildTest {

  private static final Path IMPL = Path.of("").toAbsolutePath().getParent().getParent();

  @TempDir private Path impl;

  private void write(String source) throws IOException {
    Path file = impl.resolve("log/src/main/java/io/zabdb/log/Some.java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, source);
  }

  private static BrokenBuild build(String before, String after) {
    return new BrokenBuild("Name", "what it breaks", "io.zabdb.log.Some", before, after);
  }

  @Test
  void thePlaceIsFoundHoweverItsLinesAreBroken() throws IOException {
    write("class Some {\n  int f() {\n    return g(\n        1);\n  }\n}\n");
    assertEquals(
        "class Some {\n  int f() {\n    return 2;\n  }\n}\n",
        build("return g(1);", "return 2;").source(impl));
  }

  @Test
  void aPlaceThatIsNotThereOrThereTwiceIsNamed() throws IOException {
    write("class Some { int ab = 1; int bc = 1; }");
    for (String text : List.of("int c = 1", "b = 1", "= 1;")) {
      IllegalStateException refused =
          assertThrows(IllegalStateException.class, () -> build(text, "").source(impl));
      assertTrue(refused.getMessage().contains("Some.java must have this text, once: " + text));
    }
  }

  @Test
  void whatDoesNotCompileIsNamed() throws IOException {
    write("package io.zabdb.log; class Some { int ab = 1; }");
    BrokenBuild wrong = build("int ab = 1;", "int ab = none;");
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> CompiledBuild.of(wrong, impl));
    assertTrue(refused.getMessage().contains("none"), refused.getMessage());
  }

  @Test
  void theChangedClassIsWrittenAndLoaded() throws Exception {
    write(
        "package io.zabdb.log; public class Some { class In {} public String toString() { return \"a\"; } }");
    CompiledBuild built = CompiledBuild.of(build("\"a\"", "\"b\""), impl);
    Path folder = impl.resolve("classes");
    built.writeTo(folder);
    assertTrue(Files.exists(folder.resolve("io/zabdb/log/Some.class")));
    assertTrue(Files.exists(folder.resolve("io/zabdb/log/Some$In.class")));
    ClassLoader loader =
        new BrokenLoader(getClass().getClassLoader(), built, BrokenLoader.EVERYTHING);
    Class<?> broken = loader.loadClass("io.zabdb.log.Some");
    assertEquals("b", broken.getDeclaredConstructor().newInstance().toString());
  }

  @Test
  void anotherCopyGetsTheBugAndThisOneStays(@TempDir Path other) throws IOException {
    String source = "class Some { int a = 1; }";
    write(source);
    BrokenBuild build = build("= 1;", "= 2;");
    assertEquals("log", build.module());
    Path copied = BrokenBuild.fileOf(build.type(), other);
    Files.createDirectories(copied.getParent());
    build.writeTo(impl, other);
    assertEquals("class Some { int a = 2; }", Files.readString(copied));
    assertEquals(source, Files.readString(BrokenBuild.fileOf(build.type(), impl)));
  }

  @Test
  void aMachineMakesConstantAnswersAndDropsOperands() throws IOException {
    write(
        "class Some { boolean f(int a) { return a > 1 && a < 5 && (a == 2 || a == 3); } void g() {} }");
    List<BrokenBuild> made = MadeBuilds.of("io.zabdb.log.Some", impl);
    assertEquals(
        List.of(
            "Some.f.true { return true; }",
            "Some.f.false { return false; }",
            "Some.f.drop1 { return a > 1 && a < 5 && true; }",
            "Some.f.drop2 { return true && a < 5 && (a == 2 || a == 3); }",
            "Some.f.drop3 { return a > 1 && true && (a == 2 || a == 3); }",
            "Some.f.drop4 { return a > 1 && a < 5 && (false || a == 3); }",
            "Some.f.drop5 { return a > 1 && a < 5 && (a == 2 || false); }"),
        made.stream()
            .map(build -> build.name() + build.after().replace("boolean f(int a)", ""))
            .toList());
    for (BrokenBuild build : made) {
      assertTrue(build.source(impl).startsWith("class Some { boolean f(int a) {"));
    }
  }

  @Test
  void aMachineMakesManyOfTheGuards() throws IOException {
    List<BrokenBuild> made = MadeBuilds.of("io.zabdb.core.zab.Guards", IMPL);
    List<String> names = made.stream().map(BrokenBuild::name).toList();
    assertTrue(names.contains("Guards.confirmed.true"), names::toString);
    assertTrue(names.size() > 40, names::toString);
    assertEquals(names.stream().distinct().toList(), names);
    for (BrokenBuild build : made) {
      assertFalse(build.source(IMPL).isEmpty());
    }
  }

  /** Whoever changes a line that a broken build changes, changes the build. */
  @Test
  void thePlacesOfAllBuildsAreThere() {
    List<String> wrong =
        BrokenBuilds.all().stream()
            .map(
                build -> {
                  try {
                    return build.source(IMPL).isEmpty() ? build.name() : "";
                  } catch (IOException | IllegalStateException e) {
                    return e.toString();
                  }
                })
            .filter(each -> !each.isEmpty())
            .toList();
    assertEquals(List.of(), wrong);
  }

  @Test
  void eachHasItsName() {
    List<String> names = BrokenBuilds.all().stream().map(BrokenBuild::name).toList();
    assertEquals(names.stream().distinct().toList(), names);
    assertEquals(List.of(), names.stream().filter(name -> !name.matches("[A-Za-z0-9.]+")).toList());
    assertFalse(names.isEmpty());
  }
}
