package io.zabdb.balance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The planner is deterministic: it knows no file, thread, clock or chance, and no other module. */
class ArchitectureTest {

  private static final JavaClasses PLANNER =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.balance");

  @Test
  void theJdkIsAllItKnows() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.zabdb.balance..",
            "java.lang..",
            "java.util",
            "java.util.function",
            "java.util.stream",
            "org.jspecify.annotations")
        .check(PLANNER);
  }

  @Test
  void itHasNoThreadNoClockAndNoChance() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "java\\.lang\\.(Thread.*|Runtime|Process.*|System)"
                + "|java\\.util\\.(Random|SplittableRandom|Timer.*|Date|Calendar|UUID)")
        .check(PLANNER);
    noClasses().should().callMethod(Math.class, "random").check(PLANNER);
    noClasses().should().callMethod(Object.class, "hashCode").check(PLANNER);
  }
}
