package io.zabdb.model;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The model is words, not machinery: it needs nothing but the JDK's values and collections. */
class ArchitectureTest {

  private static final JavaClasses MODEL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.model");

  @Test
  void theModelUsesOnlyValuesAndCollections() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.zabdb.model..",
            "java.lang..",
            "java.nio",
            "java.nio.charset",
            "java.time",
            "java.util",
            "java.util.function",
            "java.util.stream",
            "org.jspecify.annotations")
        .check(MODEL);
  }

  @Test
  void partsDependOnEachOtherInOneDirection() {
    slices().matching("io.zabdb.model.(*)..").should().beFreeOfCycles().check(MODEL);
  }
}
