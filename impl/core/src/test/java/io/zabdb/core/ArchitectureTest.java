package io.zabdb.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * The core is deterministic: no I/O, no threads, no clock, no randomness; and its parts are
 * layered.
 */
class ArchitectureTest {

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.core");

  @Test
  void theCoreUsesNothingButItselfAndHarmlessPartsOfTheJdk() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "io.zabdb.core..",
            "java.lang..",
            "java.util",
            "java.util.stream",
            "java.util.function",
            "org.jspecify.annotations")
        .check(CORE);
  }

  @Test
  void theCoreHasNoThreadsNoClockAndNoRandomness() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "java\\.lang\\.(Thread.*|Runtime|Process.*|InheritableThreadLocal)"
                + "|java\\.lang\\.(reflect|ref|foreign)\\..*"
                + "|java\\.util\\.(Random|SplittableRandom|Timer.*|Date|Calendar|UUID|Scanner"
                + "|IdentityHashMap|WeakHashMap)")
        .check(CORE);
    noClasses().should().callMethod(Math.class, "random").check(CORE);
    noClasses().should().callMethodWhere(isOfSystem()).check(CORE);
    noClasses().should().accessField(System.class, "out").check(CORE);
    noClasses().should().accessField(System.class, "err").check(CORE);
    noClasses().should().callMethod(Object.class, "hashCode").check(CORE);
  }

  private static DescribedPredicate<JavaMethodCall> isOfSystem() {
    return DescribedPredicate.describe(
        "a method of System other than arraycopy",
        call ->
            call.getTargetOwner().isEquivalentTo(System.class)
                && !call.getName().equals("arraycopy"));
  }

  @Test
  void partsDependOnEachOtherInOneDirection() {
    slices().matching("io.zabdb.core.(*)..").should().beFreeOfCycles().check(CORE);
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("zab")
        .definedBy("io.zabdb.core.zab..")
        .layer("messages")
        .definedBy("io.zabdb.core.message..", "io.zabdb.core.step..")
        .whereLayer("zab")
        .mayNotBeAccessedByAnyLayer()
        .check(CORE);
  }
}
