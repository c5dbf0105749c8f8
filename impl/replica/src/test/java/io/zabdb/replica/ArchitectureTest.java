package io.zabdb.replica;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Stream;
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
            "io.zabdb.net..",
            "io.zabdb.peer..",
            "io.zabdb.rpc..",
            "io.zabdb.environment.threads..",
            "io.zabdb.storage.rocks..",
            "java.util.concurrent.locks..")
        .check(REPLICA);
    // It may pass the name of a file on; what is done with one is the store's.
    noClasses()
        .should()
        .dependOnClassesThat(resideInAPackage("java.nio.file..").and(not(equivalentTo(Path.class))))
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
            JavaCall.Predicates.target(
                    HasOwner.Predicates.With.<JavaClass>owner(
                        JavaClass.Predicates.assignableTo(Future.class)))
                .and(JavaCall.Predicates.target(HasName.Predicates.nameMatching("get|join"))))
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

  private static final int MAX_LINES = 400;
  private static final int MAX_IMPORTS = 25;

  @Test
  void classesAreShort() throws IOException {
    List<Path> sources;
    try (Stream<Path> all = Files.walk(Path.of("src/main/java"))) {
      sources = all.filter(file -> file.toString().endsWith(".java")).toList();
    }
    assertFalse(sources.isEmpty());
    for (Path source : sources) {
      List<String> lines = Files.readAllLines(source);
      long imports = lines.stream().filter(line -> line.startsWith("import ")).count();
      assertTrue(lines.size() <= MAX_LINES, source + " has " + lines.size() + " lines");
      assertTrue(imports <= MAX_IMPORTS, source + " has " + imports + " imports");
    }
  }
}
