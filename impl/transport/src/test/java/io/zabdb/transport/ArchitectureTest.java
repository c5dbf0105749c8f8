package io.zabdb.transport;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Parts depend on each other in one direction, and each knows only what it needs. */
class ArchitectureTest {

  private static final JavaClasses TRANSPORT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.transport");

  @Test
  void partsDependOnEachOtherInOneDirection() {
    slices().matching("io.zabdb.transport.(*)..").should().beFreeOfCycles().check(TRANSPORT);
    slices().matching("io.zabdb.transport.peer.(*)..").should().beFreeOfCycles().check(TRANSPORT);
  }

  @Test
  void peersAndClientsKnowNothingOfEachOther() {
    noClasses()
        .that()
        .resideInAPackage("io.zabdb.transport.peer..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.zabdb.transport.rpc..", "io.zabdb.transport.wire..")
        .check(TRANSPORT);
    noClasses()
        .that()
        .resideInAPackage("io.zabdb.transport.rpc..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.zabdb.transport.peer..")
        .check(TRANSPORT);
  }

  @Test
  void ofTheCoreOnlyMessagesAndConnectionsAreUsed() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.zabdb.core.zab..", "io.zabdb.core.election..")
        .check(TRANSPORT);
  }

  @Test
  void theCodecKnowsNoSockets() {
    noClasses()
        .that()
        .resideInAPackage("io.zabdb.transport.peer.codec..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(TRANSPORT);
  }
}
