package io.zabdb.peer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Parts depend on each other in one direction, and each knows only what it needs. */
class ArchitectureTest {

  private static final JavaClasses PEER =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.peer");

  @Test
  void partsDependOnEachOtherInOneDirection() {
    slices().matching("io.zabdb.peer.(*)..").should().beFreeOfCycles().check(PEER);
  }

  @Test
  void peersKnowNothingOfClients() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.zabdb.rpc..", "io.zabdb.client..", "io.zabdb.model..")
        .check(PEER);
  }

  @Test
  void ofTheCoreOnlyMessagesAndConnectionsAreUsed() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.zabdb.core.zab..", "io.zabdb.core.election..")
        .check(PEER);
  }

  @Test
  void theCodecKnowsNoSockets() {
    noClasses()
        .that()
        .resideInAPackage("io.zabdb.peer.codec..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(PEER);
  }
}
