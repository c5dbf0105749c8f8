package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.zabdb.cli.Zabdb;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** What an operator types, who knows some nodes of a cluster. */
final class OperatorCommands {

  private OperatorCommands() {}

  /** Runs a command, which must succeed; returns what it prints. */
  static String run(Cluster cluster, List<ClusterNode> known, String... words) {
    StringWriter told = new StringWriter();
    assertEquals(0, run(cluster, known, told, words), told::toString);
    return told.toString();
  }

  /** Runs a command, which must fail; returns what it prints. */
  static String refused(Cluster cluster, List<ClusterNode> known, String... words) {
    StringWriter told = new StringWriter();
    assertNotEquals(0, run(cluster, known, told, words), told::toString);
    return told.toString();
  }

  private static int run(
      Cluster cluster, List<ClusterNode> known, StringWriter told, String... words) {
    CommandLine commands = Zabdb.commands();
    commands.setOut(new PrintWriter(told)).setErr(new PrintWriter(told));
    String addresses =
        known.stream()
            .map(node -> cluster.network().seenByClients(node.id()).toString())
            .collect(Collectors.joining(","));
    List<String> line = new ArrayList<>(List.of(words));
    line.add("--connect=" + addresses);
    line.add("--timeout=120");
    return Zabdb.run(commands, line.toArray(String[]::new));
  }
}
