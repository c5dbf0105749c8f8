package io.zabdb.node;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Parts depend on each other in one direction. */
class ArchitectureTest {

  private static final JavaClasses NODE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.node");

  @Test
  void partsDependOnEachOtherInOneDirection() {
    slices().matching("io.zabdb.node.(*)..").should().beFreeOfCycles().check(NODE);
  }

  @Test
  void theProcessAndTheReplicasMeetInTheApiOnly() {
    noClasses()
        .that()
        .resideInAPackage("io.zabdb.node.process..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.zabdb.replica", "io.zabdb.node.files..", "io.zabdb.node.server..")
        .check(NODE);
  }

  @Test
  void onlyMetricsKnowMicrometer() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.zabdb.node.metrics")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.micrometer..", "io.prometheus..")
        .check(NODE);
  }

  @Test
  void nobodyEndsTheJvm() {
    noClasses().should().callMethod(System.class, "exit", int.class).check(NODE);
  }
}
