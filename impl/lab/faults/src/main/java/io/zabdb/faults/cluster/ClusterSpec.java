package io.zabdb.faults.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a cluster is made of. Immutable.
 *
 * @param nodes how many
 * @param options of all nodes, by name, over those of {@link #SMALL}
 * @param joiners how many more nodes may join later
 * @param machine flags of the JVMs of nodes, behind the usual ones
 * @param configManager whether there is one
 * @param traces whether nodes record what they do
 * @param front a folder of classes that nodes have in front of those of the same names
 */
public record ClusterSpec(
    int nodes,
    int joiners,
    Map<String, String> options,
    List<String> machine,
    boolean configManager,
    boolean traces,
    Optional<Path> front) {

  /** Everything so small that purges and checkpoints come soon, and three nodes fit anywhere. */
  private static final Map<String, String> SMALL =
      Map.of(
          "max-request", "128KiB",
          "log-segment", "512KiB",
          "log-preallocate", "64KiB",
          "checkpoint-interval", "2MiB",
          "disk-reserve", "1MiB",
          "cache", "8MiB",
          "memtables", "4MiB",
          "tree-memtable", "1MiB",
          "store-file", "1MiB");

  private static final List<String> JVM =
      List.of(
          "-Xms48m",
          "-Xmx96m",
          "-Xss512k",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:-UsePerfData");

  public ClusterSpec {
    options = Map.copyOf(options);
    machine = List.copyOf(machine);
  }

  /** Three nodes without more. */
  public static ClusterSpec three() {
    return new ClusterSpec(3, 0, Map.of(), List.of(), false, false, Optional.empty());
  }

  /** The same with another option. */
  public ClusterSpec with(String option, String value) {
    Map<String, String> more = new TreeMap<>(options);
    more.put(option, value);
    return new ClusterSpec(nodes, joiners, more, machine, configManager, traces, front);
  }

  /** The same with nodes that may join later. */
  public ClusterSpec withJoiners(int more) {
    return new ClusterSpec(nodes, more, options, machine, configManager, traces, front);
  }

  /** The same with a configuration manager. */
  public ClusterSpec withConfigManager() {
    return new ClusterSpec(nodes, joiners, options, machine, true, traces, front);
  }

  /** The same with traces. */
  public ClusterSpec withTraces() {
    return new ClusterSpec(nodes, joiners, options, machine, configManager, true, front);
  }

  /** The same with other flags of the JVMs of nodes, such as -Xmx. */
  public ClusterSpec withMachine(String... flags) {
    return new ClusterSpec(nodes, joiners, options, List.of(flags), configManager, traces, front);
  }

  /** The same with classes that nodes have in front of those of the same names. */
  public ClusterSpec withClasses(Path folder) {
    return new ClusterSpec(
        nodes, joiners, options, machine, configManager, traces, Optional.of(folder));
  }

  /** The same with stores that often have something heavy to compact. */
  public ClusterSpec withHeavyCompactions() {
    return with("checkpoint-interval", "512KiB")
        .with("level0-trigger", "2")
        .with("transfer-heavy-bytes", "1MiB")
        .with("transfer-heavy-files", "4")
        .with("transfer-min-interval", "500ms");
  }

  Map<String, String> all() {
    Map<String, String> all = new TreeMap<>(SMALL);
    all.putAll(options);
    return all;
  }

  List<String> jvm() {
    List<String> flags = new ArrayList<>(JVM);
    flags.addAll(machine);
    return flags;
  }
}
