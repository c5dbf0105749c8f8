package io.zabdb.coordination;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Parts depend on each other in one direction, and each library is known to one part. */
class ArchitectureTest {

  private static final JavaClasses COORDINATION =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.coordination");

  @Test
  void partsDependOnEachOtherInOneDirection() {
    slices().matching("io.zabdb.coordination.(*)..").should().beFreeOfCycles().check(COORDINATION);
  }

  @Test
  void ofOtherModulesOnlyTheModelIsUsed() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.zabdb.coordination..",
            "io.zabdb.model..",
            "java..",
            "org.apache.curator..",
            "org.apache.zookeeper..",
            "com.fasterxml.jackson..",
            "org.slf4j..")
        .check(COORDINATION);
  }

  @Test
  void onlyTheManagerKnowsCuratorAndOnlyTheServerZooKeepersServer() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.zabdb.coordination.manager")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.curator..")
        .check(COORDINATION);
    noClasses()
        .that()
        .resideOutsideOfPackage("io.zabdb.coordination.embedded")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.zookeeper.server..")
        .check(COORDINATION);
    noClasses()
        .that()
        .resideOutsideOfPackage("io.zabdb.coordination.format")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.fasterxml.jackson..")
        .check(COORDINATION);
  }

  @Test
  void clientsAndServerDoNotKnowEachOther() {
    noClasses()
        .that()
        .resideInAPackage("io.zabdb.coordination.manager")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.zabdb.coordination.embedded")
        .check(COORDINATION);
    noClasses()
        .that()
        .resideInAPackage("io.zabdb.coordination.embedded")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.zabdb.coordination.manager")
        .check(COORDINATION);
  }
}
