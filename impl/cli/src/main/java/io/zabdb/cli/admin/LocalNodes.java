package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import io.zabdb.cli.local.Layout;
import io.zabdb.cli.local.LocalCluster;
import io.zabdb.cli.local.LocalProcess;
import java.io.IOException;
import java.util.function.Consumer;

/** Nodes of this machine that commands start. */
final class LocalNodes {

  private LocalNodes() {}

  /**
   * Starts a node, unless it runs, and tells where it is.
   *
   * @throws CliException if another process has a port of it
   */
  static void start(LocalCluster cluster, Layout.LocalNode node, Consumer<String> told)
      throws IOException, InterruptedException, CliException {
    LocalProcess process = cluster.process(node);
    if (process.process().isEmpty()) {
      process.checkPorts();
      process.start();
    }
    told.accept("node " + node.id() + " is started: " + node.host() + ":" + node.port());
  }
}
