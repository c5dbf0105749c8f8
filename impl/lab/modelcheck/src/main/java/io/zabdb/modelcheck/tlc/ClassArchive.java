package io.zabdb.modelcheck.tlc;

import io.zabdb.modelcheck.process.Command;
import io.zabdb.modelcheck.process.TempFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An archive of TLC's loaded classes (Java's class-data sharing). With it each TLC starts a quarter
 * faster, which counts over some hundred short models. A JVM that cannot use the archive ignores
 * it.
 */
final class ClassArchive {

  /** Enough to load what most models need: temporal checking, traces, the common modules. */
  private static final String MODULE =
      """
      ---- MODULE Warm ----
      EXTENDS Integers, Sequences, FiniteSets, TLC
      VARIABLES x, f
      Init == x = 0 /\\ f = [n \\in {"a", "b"} |-> <<>>]
      Next == x < 9 /\\ x' = x + 1 /\\ f' = [f EXCEPT !["a"] = Append(@, [n |-> x, s |-> {x}])]
      Spec == Init /\\ [][Next]_<<x, f>> /\\ WF_<<x, f>>(Next)
      Small == x < 5
      Ends == <>(x = 9)
      ====
      """;

  private static final String CONFIGURATION =
      "SPECIFICATION Spec\nINVARIANT Small\nPROPERTY Ends\nCHECK_DEADLOCK FALSE\n";

  private ClassArchive() {}

  /**
   * The archive for this JDK, made if it does not exist.
   *
   * @param folder where archives are kept
   * @return empty if it cannot be made
   */
  static Optional<Path> in(Path folder, String java, String jar) throws InterruptedException {
    Path archive = folder.resolve("tlc-" + Runtime.version() + ".jsa");
    if (Files.exists(archive)) {
      return Optional.of(archive);
    }
    try (TempFolder temp = TempFolder.create()) {
      Path module = Files.writeString(temp.path().resolve("Warm.tla"), MODULE);
      Files.writeString(temp.path().resolve("Warm.cfg"), CONFIGURATION);
      Path made = temp.path().resolve("made.jsa");
      List<String> line =
          List.of(
              java,
              "-XX:+UseSerialGC",
              "-XX:ArchiveClassesAtExit=" + made,
              "-Djava.io.tmpdir=" + temp.path(),
              "-cp",
              jar,
              "tlc2.TLC",
              "-tool",
              "-metadir",
              temp.path().resolve("meta").toString(),
              module.toString());
      new Command(line, temp.path(), Map.of(), Duration.ofMinutes(1)).run();
      // Another command may do the same at the same time: the file appears complete or not at all.
      Path beside = folder.resolve("tlc-" + ProcessHandle.current().pid() + ".tmp");
      Files.copy(made, beside, StandardCopyOption.REPLACE_EXISTING);
      Files.move(beside, archive, StandardCopyOption.ATOMIC_MOVE);
      return Optional.of(archive);
    } catch (IOException noArchive) {
      return Optional.empty();
    }
  }
}
