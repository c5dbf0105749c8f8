package io.zabdb.faults.judge;

import io.zabdb.faults.check.Evidence;
import io.zabdb.faults.check.Histories;
import io.zabdb.faults.check.Replicas;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.testkit.broken.BrokenBuild;
import io.zabdb.testkit.broken.BrokenLoader;
import io.zabdb.testkit.broken.CompiledBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Plays scenes to a build, nodes and clients, and has the judges of the fault tests look at it in
 * the end. For one thread.
 */
public final class Trial implements BiFunction<List<String>, List<Path>, String> {

  /** So long a leader that is alone believes that it leads: longer than any scene. */
  private static final String PATIENCE = "600s";

  /** Of operations of clients. */
  private static final Duration OPERATIONS = Duration.ofSeconds(2);

  private static final int SERVED = 50;
  private static final long SEED = 1;

  /** A part of the trial. */
  private interface Part {
    void run() throws Exception;
  }

  /** What has to be said against the build. */
  private final List<String> charges = new ArrayList<>();

  /** The names of all scenes. */
  public static List<String> scenes() {
    return List.copyOf(Scenes.all().keySet());
  }

  /**
   * Tries the product.
   *
   * @param scenes names
   * @param evidence takes what explains a conviction
   * @return what convicts it, a line for each judge; empty: nothing
   */
  public static String ofProduct(List<String> scenes, Path evidence) {
    return new Trial().apply(scenes, List.of(evidence));
  }

  /**
   * Tries a broken build: nodes, and clients, have its classes.
   *
   * @param impl the folder {@code impl} of the repository
   * @throws IllegalStateException if the build cannot be made
   */
  @SuppressWarnings("unchecked")
  public static String ofBroken(BrokenBuild build, Path impl, List<String> scenes, Path evidence)
      throws IOException {
    CompiledBuild compiled = CompiledBuild.of(build, impl);
    Path classes = Files.createTempDirectory("zabdb-broken");
    try {
      compiled.writeTo(classes);
      ClassLoader loader =
          new BrokenLoader(Trial.class.getClassLoader(), compiled, BrokenLoader.EVERYTHING);
      BiFunction<List<String>, List<Path>, String> trial =
          (BiFunction<List<String>, List<Path>, String>)
              loader.loadClass(Trial.class.getName()).getDeclaredConstructor().newInstance();
      return trial.apply(scenes, List.of(evidence, classes));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } finally {
      DiskFiles.delete(classes);
    }
  }

  /**
   * For {@link #ofBroken}, which loads this class again: what it gives and takes are classes that
   * both know.
   *
   * @param scenes names
   * @param folders for the evidence; and, if there is another, with classes of a broken build
   */
  @Override
  public String apply(List<String> scenes, List<Path> folders) {
    try {
      Optional<Path> classes = folders.stream().skip(1).findFirst();
      run(scenes, folders.get(0), classes);
    } catch (IOException e) {
      throw new IllegalStateException("the trial could not be held", e);
    }
    return String.join("\n", charges);
  }

  private void run(List<String> scenes, Path evidence, Optional<Path> classes) throws IOException {
    Path directory = Files.createTempDirectory("zabdb-trial");
    ClusterSpec product = ClusterSpec.three().with("leader-timeout", PATIENCE);
    ClusterSpec spec = classes.map(product::withClasses).orElse(product);
    RelayNetwork network = RelayNetwork.withRelayedClients(spec.nodes());
    try (Cluster cluster = new Cluster(spec, directory, network)) {
      judge("start", () -> startAndPlay(cluster, network, scenes, evidence));
      if (!charges.isEmpty()) {
        Evidence.collect(cluster, evidence);
      }
    } finally {
      DiskFiles.delete(directory);
    }
  }

  private void startAndPlay(
      Cluster cluster, RelayNetwork network, List<String> scenes, Path evidence) throws Exception {
    cluster.start();
    try (Workload workload = new Workload(cluster, Load.USUAL.withTimeout(OPERATIONS), SEED)) {
      workload.awaitDone(SERVED);
      for (String scene : scenes) {
        judge(scene, () -> Scenes.all().get(scene).play(cluster, network, workload));
      }
      network.heal();
      workload.stop();
      System.out.println("workload: " + workload);
      judge("final reads", workload::checkInTheEnd);
      judge("history", () -> Histories.check(workload.history(), evidence));
      judge("replicas", new Replicas(cluster)::checkEqual);
    }
  }

  /** Notes what a judge, or a step that does not come to its end, has to say. */
  private void judge(String judge, Part part) {
    try {
      part.run();
    } catch (Exception | AssertionError e) {
      charges.add(judge + ": " + e.getMessage());
    }
  }
}
