package io.zabdb.structure;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What holds of all modules: layers as they are documented, and no circles. */
class LayersTest {

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb");

  private static String text(SortedMap<String, SortedSet<String>> modules) {
    List<String> lines = new ArrayList<>();
    modules.forEach((name, used) -> lines.add(name + ": " + String.join(", ", used)));
    return String.join("\n", lines);
  }

  @Test
  void eachModuleIsBuiltOnWhatItsDocumentedLayerSays() throws IOException {
    SortedMap<String, SortedSet<String>> used = Modules.read().dependencies(ALL);
    assertTrue(used.size() > 15, used.keySet().toString());
    assertTrue(used.values().stream().mapToInt(Collection::size).sum() > 50, text(used));
    assertEquals(text(used), text(new TreeMap<>(LayerTable.read().rows())));
  }

  @Test
  void anArrowInTheTableOnlyPointsDown() throws IOException {
    List<String> above = new ArrayList<>();
    LayerTable.read()
        .rows()
        .forEach(
            (name, builtOn) -> {
              above.add(name);
              builtOn.forEach(
                  used -> assertTrue(!above.contains(used), name + " is drawn below " + used));
            });
  }

  @Test
  void nothingOfTheProductIsBuiltOnTheLab() throws IOException {
    LayerTable.read()
        .rows()
        .forEach(
            (name, builtOn) ->
                assertTrue(
                    name.startsWith("lab/")
                        || name.equals("maelstrom")
                        || builtOn.stream().noneMatch(used -> used.startsWith("lab/")),
                    name + " is built on " + builtOn));
  }

  @Test
  void noPackagesNeedEachOther() {
    slices().assignedFrom(new EachPackage()).should().beFreeOfCycles().check(ALL);
  }

  /** A slice for each package. */
  private static final class EachPackage implements SliceAssignment {

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }
}
