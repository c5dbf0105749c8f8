package io.zabdb.rpc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What a client embeds knows nothing of replicas. */
class ArchitectureTest {

  private static final JavaClasses RPC =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.rpc");

  @Test
  void clientsKnowNothingOfReplicas() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.zabdb.peer..",
            "io.zabdb.core..",
            "io.zabdb.environment..",
            "io.zabdb.log..",
            "io.zabdb.storage..")
        .check(RPC);
  }
}
