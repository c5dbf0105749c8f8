package io.zabdb.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The core is flat: short classes, no towers of them, none that need each other in a circle. */
class ShapeTest {

  private static final Path SOURCES = Path.of("src", "main", "java");

  /** Object not counted. */
  private static final int MAX_DEPTH = 3;

  private static final int MAX_LINES = 400;
  private static final int MAX_IMPORTS = 25;

  private static final List<JavaClass> CORE =
      new ClassFileImporter()
              .withImportOption(new ImportOption.DoNotIncludeTests())
              .importPackages("io.zabdb.core")
              .stream()
              .toList();

  /** Nested classes are parts of the class around them. */
  private static String outermost(JavaClass type) {
    return type.getEnclosingClass()
        .map(ShapeTest::outermost)
        .orElse(type.getName().replaceFirst("\\$.*", ""));
  }

  /** For each class those that it needs. */
  private static Map<String, Set<String>> needs() {
    Map<String, Set<String>> needs = new TreeMap<>();
    for (JavaClass type : CORE) {
      Set<String> needed = needs.computeIfAbsent(outermost(type), name -> new TreeSet<>());
      type.getDirectDependenciesFromSelf().stream()
          .map(Dependency::getTargetClass)
          .map(JavaClass::getBaseComponentType)
          .filter(target -> target.getPackageName().startsWith("io.zabdb.core"))
          .map(ShapeTest::outermost)
          .forEach(needed::add);
      needed.remove(outermost(type));
    }
    return needs;
  }

  @Test
  void noClassesNeedEachOtherInACircle() {
    Map<String, Set<String>> left = needs();
    assertTrue(left.size() > 50, "classes: " + left.size());
    assertTrue(left.get("io.zabdb.core.zab.Replica").contains("io.zabdb.core.zab.CurrentRole"));
    while (true) {
      List<String> free = left.keySet().stream().filter(name -> left.get(name).isEmpty()).toList();
      if (free.isEmpty()) {
        break;
      }
      free.forEach(left::remove);
      left.values().forEach(needed -> needed.removeAll(free));
    }
    assertEquals(Map.of(), withoutThoseThatOnlyNeed(left), "in a circle, or between circles");
  }

  private static Map<String, Set<String>> withoutThoseThatOnlyNeed(Map<String, Set<String>> left) {
    Set<String> needed = left.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    Map<String, Set<String>> rest = new TreeMap<>(left);
    return rest.keySet().retainAll(needed) ? withoutThoseThatOnlyNeed(rest) : rest;
  }

  @Test
  void noTowerIsHigherThanThreeClasses() {
    List<String> high =
        CORE.stream().filter(type -> depth(type) > MAX_DEPTH).map(JavaClass::getName).toList();
    assertEquals(List.of(), high);
  }

  private static int depth(JavaClass type) {
    return (int)
        Stream.concat(Stream.of(type), type.getAllRawSuperclasses().stream())
            .filter(superclass -> superclass.getPackageName().startsWith("io.zabdb"))
            .count();
  }

  @Test
  void noFileIsLong() {
    assertEquals(List.of(), filesOver(MAX_LINES, List::size));
  }

  @Test
  void noFileImportsMuch() {
    assertEquals(
        List.of(),
        filesOver(
            MAX_IMPORTS,
            lines -> lines.stream().filter(line -> line.startsWith("import ")).count()));
  }

  private static List<String> filesOver(long limit, ToLongFunction<List<String>> measure) {
    List<String> over = new ArrayList<>();
    for (Path file : files()) {
      long measured = measure.applyAsLong(lines(file));
      if (measured > limit) {
        over.add(file + ": " + measured);
      }
    }
    return over;
  }

  private static List<Path> files() {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      assertTrue(sources.size() > CORE.size() / 4, "sources: " + sources.size());
      return sources;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Each package says which specs it mirrors, or that it mirrors none. */
  @Test
  void eachPackageSaysWhatItMirrors() {
    Set<Path> folders = new TreeSet<>();
    files().forEach(file -> folders.add(file.getParent()));
    for (Path folder : folders) {
      Path info = folder.resolve("package-info.java");
      assertTrue(Files.exists(info), info + " is missing");
      String text = String.join("\n", lines(info));
      List<String> named =
          Pattern.compile("\\{@code specs/([\\w/]+)}")
              .matcher(text)
              .results()
              .map(match -> match.group(1))
              .toList();
      assertTrue(!named.isEmpty() || text.contains("mirrors no spec"), info.toString());
      for (String module : named) {
        assertTrue(
            Files.exists(Path.of("..", "..", "specs", module + ".tla")), info + ": " + module);
      }
    }
  }
}
