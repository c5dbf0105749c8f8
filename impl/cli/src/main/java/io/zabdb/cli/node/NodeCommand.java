package io.zabdb.cli.node;

import io.zabdb.cli.error.CliException;
import io.zabdb.cli.log.LogTarget;
import io.zabdb.cli.log.NodeLog;
import io.zabdb.node.api.ReplicasFactory;
import io.zabdb.node.config.ConfigException;
import io.zabdb.node.config.NodeConfigReader;
import io.zabdb.node.process.ExitCode;
import io.zabdb.node.process.NodeProcess;
import io.zabdb.node.process.StartRefusedException;
import io.zabdb.node.server.NodeReplicas;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code ./zabdb node}: one node, in the foreground, until a signal or a failure ends it. */
@Command(
    name = "node",
    description = "Run one node in the foreground; docs/configuration.md explains the options.",
    modelTransformer = NodeOptions.class,
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class NodeCommand implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(NodeCommand.class);

  private final ReplicasFactory replicas;

  @Spec private CommandSpec spec;

  @Option(
      names = "--print-config",
      description = "Print what would be used, and where it comes from, and exit.")
  private boolean printConfig;

  @Unmatched private List<String> unmatched = new ArrayList<>();

  /** Of the replicas that the configuration names. */
  public NodeCommand() {
    this(
        context ->
            new NodeReplicas(
                context, FileTraces.in(context.config().operation().traceDirectory())));
  }

  /**
   * @param replicas what the node runs
   */
  NodeCommand(ReplicasFactory replicas) {
    this.replicas = replicas;
  }

  @Override
  public Integer call() throws CliException, InterruptedException {
    NodeConfigReader.Read read = read();
    if (printConfig) {
      spec.commandLine().getOut().print(read.table());
      spec.commandLine().getOut().flush();
      return 0;
    }
    NodeLog.configure(LogTarget.of(read.config().operation()));
    Jars.open();
    try {
      // A signal that comes during the start is obeyed after it.
      CompletableFuture<NodeProcess> started = new CompletableFuture<>();
      StopSignals.install(
          signal -> started.thenAccept(process -> process.stop(signal)),
          () -> Runtime.getRuntime().halt(ExitCode.FORCED));
      Thread.setDefaultUncaughtExceptionHandler(
          (thread, cause) -> uncaught(thread, cause, started));
      started.complete(NodeProcess.start(read.config(), replicas));
      return started.join().awaitTermination();
    } catch (StartRefusedException e) {
      // Where an operator looks, besides where it is printed.
      LOG.error(
          "node {} does not start (exit code {}): {}",
          read.config().node(),
          e.exitCode(),
          e.getMessage());
      throw new CliException(e.exitCode(), e.getMessage(), e);
    } finally {
      NodeLog.close();
    }
  }

  /** Whichever thread it is, the node would go on without what it did. */
  private static void uncaught(
      Thread thread, Throwable cause, CompletableFuture<NodeProcess> started) {
    LOG.error("thread {} ended", thread.getName(), cause);
    if (cause instanceof Error error) {
      started.thenAccept(process -> process.fatal(error));
    }
  }

  private NodeConfigReader.Read read() throws CliException {
    try {
      List<String> flags = NodeOptions.flags(spec.commandLine().getParseResult(), unmatched);
      return NodeConfigReader.read(flags, System.getenv());
    } catch (ConfigException e) {
      throw CliException.usage(
          "the node's configuration is wrong:\n  " + e.getMessage().replace("\n", "\n  "));
    }
  }
}
