package io.zabdb.cli.node;

import io.zabdb.cli.error.CliException;
import io.zabdb.cli.log.LogTarget;
import io.zabdb.cli.log.NodeLog;
import io.zabdb.coordination.embedded.EmbeddedConfigurationManager;
import io.zabdb.coordination.embedded.EmbeddedSettings;
import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.node.config.LogFormat;
import io.zabdb.node.process.ExitCode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./zabdb config-manager}: the configuration manager of a cluster on one machine. */
@Command(
    name = "config-manager",
    description = "Run a configuration manager (ZooKeeper) for this machine in the foreground.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class ConfigManagerCommand implements Callable<Integer> {

  @Option(
      names = "--data-directory",
      required = true,
      paramLabel = "DIR",
      description = "Where its data is.")
  private Path directory;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "Where it listens (default ${DEFAULT-VALUE}).")
  private String host;

  @Option(names = "--port", required = true, description = "The port it listens on.")
  private int port;

  @Option(
      names = "--insecure",
      description = "Listen elsewhere than on loopback: whoever reaches it can change everything.")
  private boolean insecure;

  @Option(
      names = "--log-file",
      paramLabel = "FILE",
      description = "Where it logs to (default: standard output).")
  private Optional<Path> logFile;

  @Option(
      names = "--log-format",
      defaultValue = "TEXT",
      description = "TEXT or JSON (default ${DEFAULT-VALUE}).")
  private LogFormat logFormat;

  @Override
  public Integer call() throws CliException, InterruptedException {
    checkHost();
    if (logFile.filter(file -> file.toString().contains("%")).isPresent()) {
      throw CliException.usage("--log-file is " + logFile.get() + ", allowed is a path without %");
    }
    NodeLog.configure(LogTarget.small(logFile, logFormat));
    Jars.open();
    CompletableFuture<EmbeddedConfigurationManager> started = new CompletableFuture<>();
    StopSignals.install(
        // Closing waits for connections; a thread of signals must not.
        signal -> started.thenAcceptAsync(EmbeddedConfigurationManager::close),
        () -> Runtime.getRuntime().halt(ExitCode.FORCED));
    try (EmbeddedConfigurationManager manager = EmbeddedConfigurationManager.start(settings())) {
      started.complete(manager);
      manager.awaitTermination();
      return ExitCode.STOPPED;
    } catch (CoordinationException e) {
      throw new CliException(ExitCode.UNAVAILABLE, e.getMessage(), e);
    } finally {
      NodeLog.close();
    }
  }

  private EmbeddedSettings settings() throws CliException {
    try {
      return new EmbeddedSettings(
          directory, host, port, EmbeddedSettings.of(directory, port).connections());
    } catch (IllegalArgumentException e) {
      throw CliException.usage(e.getMessage());
    }
  }

  private void checkHost() throws CliException {
    try {
      if (!insecure && !InetAddress.getByName(host).isLoopbackAddress()) {
        throw CliException.usage(
            "the configuration manager does not listen on "
                + host
                + ", where others could change it, unless --insecure is given");
      }
    } catch (UnknownHostException e) {
      throw CliException.usage("the host " + host + " has no address");
    }
  }
}
