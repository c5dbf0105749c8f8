package io.zabdb.budget;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Everything may be built on the budget; it is built on the JDK. */
class ArchitectureTest {

  private static final JavaClasses BUDGET =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.budget");

  @Test
  void theJdkIsAllItKnows() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.zabdb.budget", "java.lang..", "java.util..", "org.jspecify.annotations")
        .check(BUDGET);
  }
}
