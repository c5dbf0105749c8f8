package io.zabdb.net;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Parts depend on each other in one direction, and none knows who is connected to whom. */
class ArchitectureTest {

  private static final JavaClasses NET =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.net");

  @Test
  void partsDependOnEachOtherInOneDirection() {
    slices().matching("io.zabdb.net.(*)..").should().beFreeOfCycles().check(NET);
  }

  @Test
  void framesAreThoseOfWhoeverIsConnected() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.zabdb.rpc..", "io.zabdb.peer..", "io.zabdb.core..", "io.zabdb.model..")
        .check(NET);
  }
}
