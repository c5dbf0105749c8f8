package io.zabdb.replica;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The runtime knows interfaces only, so that the simulator runs the same code as a node. */
class ArchitectureTest {

  private static final JavaClasses REPLICA =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.replica");

  @Test
  void partsDependOnEachOtherInOneDirection() {
    slices().matching("io.zabdb.replica.(*)..").should().beFreeOfCycles().check(REPLICA);
  }

  @Test
  void itKnowsNoSocketsFilesOrThreads() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.netty..",
            "io.micrometer..",
            "io.zabdb.transport..",
            "io.zabdb.environment.threads..",
            "io.zabdb.storage.rocks..",
            "java.nio.file..",
            "java.util.concurrent.locks..")
        .check(REPLICA);
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.concurrent.ExecutorService")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.concurrent.ThreadFactory")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .check(REPLICA);
  }

  @Test
  void nobodyWaits() {
    noClasses()
        .should()
        .callMethod(Object.class, "wait")
        .orShould()
        .callMethod(Object.class, "wait", long.class)
        .orShould()
        .callMethod(Object.class, "notify")
        .orShould()
        .callMethod(Object.class, "notifyAll")
        .orShould()
        .callMethodWhere(
            com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                    com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With
                        .<com.tngtech.archunit.core.domain.JavaClass>owner(
                            com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo(
                                Future.class)))
                .and(
                    com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                        com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching(
                            "get|join"))))
        .check(REPLICA);
  }

  @Test
  void timeIsThatOfTheClock() {
    noClasses()
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(java.time.Clock.class)
        .check(REPLICA);
  }
}
