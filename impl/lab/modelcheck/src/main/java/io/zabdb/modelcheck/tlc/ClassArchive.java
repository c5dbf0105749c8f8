package io.zabdb.modelcheck.tlc;

import io.zabdb.modelcheck.process.Command;
import io.zabdb.modelcheck.process.TempFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An archive of TLC's loaded classes (Java's class-data sharing). With it each TLC starts a quarter
 * faster, which counts over some hundred short models. A JVM that cannot use the archive goes
 * without and says nothing.
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
      Sets ==
        /\\ \\A s \\in SUBSET (1 .. 2) \\ {{}} : Cardinality(s \\cup {0}) <= 3
        /\\ \\A g \\in [{1, 2} -> {"a"} \\X {0}] : g[1] = CHOOSE t \\in {"a"} \\X {0} : TRUE
        /\\ UNION {{n} : n \\in {m \\in 1 .. 3 : m # 2}} = {1, 3}
      Small == Sets /\\ x < 5
      Ends == <>(x = 9)
      ====
      """;

  private static final String CONFIGURATION =
      "SPECIFICATION Spec\nINVARIANT Small\nPROPERTY Ends\nCHECK_DEADLOCK FALSE\n";

  private ClassArchive() {}

  /**
   * The archive for this JDK and these jars, made if it does not exist.
   *
   * @param folder where archives are kept
   * @param classPath what the processes that are to use it have, to the letter
   * @return empty if it cannot be made
   */
  static Optional<Path> in(Path folder, String java, String classPath) throws InterruptedException {
    try (TempFolder temp = TempFolder.create()) {
      Path archive = folder.resolve(name(classPath));
      if (Files.exists(archive)) {
        return Optional.of(archive);
      }
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
              classPath,
              TlcProgram.class.getName(),
              "-tool",
              "-metadir",
              temp.path().resolve("meta").toString(),
              module.toString());
      new Command(line, temp.path(), Map.of(), Duration.ofMinutes(1)).run();
      // Another command may do the same at the same time: the file appears complete or not at all.
      Path beside = folder.resolve("tlc-" + ProcessHandle.current().pid() + ".tmp");
      Files.copy(made, beside, StandardCopyOption.REPLACE_EXISTING);
      Files.move(beside, archive, StandardCopyOption.ATOMIC_MOVE);
      removeOthers(archive);
      return Optional.of(archive);
    } catch (IOException noArchive) {
      return Optional.empty();
    }
  }

  /** Those of earlier builds: whoever still runs with one goes without. */
  private static void removeOthers(Path archive) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(archive.getParent(), "tlc-*.jsa")) {
      for (Path file : files) {
        if (!file.equals(archive)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  /** Another one for each JDK and whatever else makes the JVM refuse an archive: size and age. */
  private static String name(String classPath) throws IOException {
    List<Object> jars = new ArrayList<>();
    for (String jar : classPath.split(File.pathSeparator)) {
      FileTime age = Files.getLastModifiedTime(Path.of(jar));
      jars.addAll(List.of(jar, Files.size(Path.of(jar)), age.toMillis()));
    }
    return "tlc-%s-%08x.jsa".formatted(Runtime.version(), jars.hashCode());
  }
}
