package io.zabdb.storage;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Parts depend on each other in one direction, and state depends on no clock and no chance. */
class ArchitectureTest {

  private static final JavaClasses STORAGE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.storage");

  @Test
  void partsDependOnEachOtherInOneDirection() {
    slices().matching("io.zabdb.storage.(*)..").should().beFreeOfCycles().check(STORAGE);
  }

  @Test
  void onlyOnePartKnowsRocksDb() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.zabdb.storage.rocks")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.rocksdb..")
        .check(STORAGE);
  }

  @Test
  void ofTheCoreOnlyMessagesAreUsed() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.zabdb.core.zab..", "io.zabdb.core.step..")
        .check(STORAGE);
  }

  @Test
  void stateDependsOnNoClockAndNoChance() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveNameMatching("java\\.util\\.(Random|SplittableRandom|UUID|Date)|java\\.time\\..*")
        .check(STORAGE);
    noClasses().should().callMethod(System.class, "currentTimeMillis").check(STORAGE);
    noClasses().should().callMethod(System.class, "nanoTime").check(STORAGE);
  }
}
