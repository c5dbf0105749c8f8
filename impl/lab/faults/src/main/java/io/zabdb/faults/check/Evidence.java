package io.zabdb.faults.check;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.process.Waiting;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps of a cluster that failed what explains it: logs, what threads are at, traces, the names and
 * sizes of files. Nodes that still run go on, and may remove files meanwhile: those are left out.
 */
public final class Evidence {

  private Evidence() {}

  /** Collects. */
  public static void collect(Cluster cluster, Path into) throws IOException {
    Files.createDirectories(into);
    for (ClusterNode node : cluster.nodes()) {
      printThreads(node);
    }
    for (String part : new String[] {"log", "trace"}) {
      copy(cluster.directory().resolve(part), into.resolve(part));
    }
    StringBuilder files = new StringBuilder(cluster.describe()).append("\n\n");
    for (ClusterNode node : cluster.nodes()) {
      sizes(node.data())
          .forEach((file, bytes) -> files.append(bytes).append(' ').append(file).append('\n'));
    }
    Files.writeString(into.resolve("state.txt"), files);
  }

  /** Into what it prints; one that does not get so far is left out. */
  private static void printThreads(ClusterNode node) throws IOException {
    if (!node.isRunning() || node.process().isPaused()) {
      return;
    }
    int before = dumps(node);
    try {
      node.process().printThreads();
      Waiting.until("threads of node " + node.id(), () -> dumps(node) > before);
    } catch (Exception | AssertionError e) {
      Files.writeString(node.output(), "no threads: " + e + "\n", StandardOpenOption.APPEND);
    }
  }

  /** How often it has printed its threads to the end. */
  private static int dumps(ClusterNode node) throws IOException {
    return Files.readString(node.output()).split("JNI global refs", -1).length - 1;
  }

  private static void copy(Path from, Path to) throws IOException {
    for (Path file : sizes(from).keySet()) {
      Path target = to.resolve(from.relativize(file).toString());
      Files.createDirectories(target.getParent());
      copyIfThere(file, target);
    }
  }

  private static void copyIfThere(Path file, Path target) throws IOException {
    try {
      Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (NoSuchFileException e) {
      // It has been removed since its folder was read.
      return;
    }
  }

  /** Of all files below a folder that are there when it comes to them; empty if it is not there. */
  private static Map<Path, Long> sizes(Path directory) throws IOException {
    Map<Path, Long> sizes = new TreeMap<>();
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            sizes.put(file, attributes.size());
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            return goOn(e);
          }

          @Override
          public FileVisitResult postVisitDirectory(Path each, IOException e) throws IOException {
            return e == null ? FileVisitResult.CONTINUE : goOn(e);
          }

          /** What has vanished is no failure. */
          private FileVisitResult goOn(IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
    return sizes;
  }
}
