package io.zabdb.shard;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What a group owns is a function of its log: no I/O, no threads, no clock, no chance. */
class ArchitectureTest {

  private static final JavaClasses SHARD =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.shard");

  @Test
  void nothingButWordsValuesAndCollections() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.zabdb.shard",
            "io.zabdb.model..",
            "java.lang..",
            "java.util",
            "java.util.function",
            "java.util.stream",
            "org.jspecify.annotations")
        .check(SHARD);
  }

  @Test
  void noThreadsNoClockAndNoChance() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "java\\.lang\\.(Thread.*|Runtime|Process.*|System)"
                + "|java\\.util\\.(Random|SplittableRandom|Timer.*|Date|UUID|IdentityHashMap)")
        .check(SHARD);
  }
}
