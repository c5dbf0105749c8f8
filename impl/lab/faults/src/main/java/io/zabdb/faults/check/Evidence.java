package io.zabdb.faults.check;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** Keeps of a cluster that failed what explains it: logs, traces, the names and sizes of files. */
public final class Evidence {

  private Evidence() {}

  /** Collects; nodes that still run go on. */
  public static void collect(Cluster cluster, Path into) throws IOException {
    Files.createDirectories(into);
    for (String part : new String[] {"log", "trace"}) {
      copy(cluster.directory().resolve(part), into.resolve(part));
    }
    StringBuilder files = new StringBuilder(cluster.describe()).append("\n\n");
    for (ClusterNode node : cluster.nodes()) {
      list(node.data(), files);
    }
    Files.writeString(into.resolve("state.txt"), files);
  }

  private static void copy(Path from, Path to) throws IOException {
    if (!Files.isDirectory(from)) {
      return;
    }
    for (Path each : walk(from)) {
      Path target = to.resolve(from.relativize(each).toString());
      if (Files.isDirectory(each)) {
        Files.createDirectories(target);
      } else {
        Files.copy(each, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static void list(Path directory, StringBuilder files) throws IOException {
    if (Files.isDirectory(directory)) {
      for (Path each : walk(directory)) {
        files.append(Files.isDirectory(each) ? 0 : Files.size(each));
        files.append(' ').append(each).append('\n');
      }
    }
  }

  private static List<Path> walk(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.sorted().toList();
    }
  }
}
