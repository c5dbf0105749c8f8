package io.zabdb.bench;

import io.zabdb.bench.cluster.TestClusters;
import io.zabdb.bench.compaction.CompactionCommand;
import io.zabdb.bench.core.CoreCommand;
import io.zabdb.bench.elastic.ElasticCommand;
import io.zabdb.bench.elastic.RealElasticCommand;
import io.zabdb.bench.failover.FailoverCommand;
import io.zabdb.bench.idle.IdleCommand;
import io.zabdb.bench.moves.MovesCommand;
import io.zabdb.bench.ops.OpsCommand;
import io.zabdb.bench.peers.PeersCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./zabdb bench}: measurements. None is part of the tests. */
@Command(
    name = "bench",
    description = "Measure; see docs/performance.md.",
    mixinStandardHelpOptions = true,
    subcommands = CoreCommand.class,
    subcommandsRepeatable = false)
public final class BenchCommand {

  private BenchCommand() {}

  /**
   * The command with its subcommands.
   *
   * @param clusters starts what is measured
   */
  public static CommandLine commands(TestClusters clusters) {
    return new CommandLine(new BenchCommand())
        .addSubcommand(new OpsCommand(clusters))
        .addSubcommand(new FailoverCommand(clusters))
        .addSubcommand(new MovesCommand(clusters))
        .addSubcommand(new IdleCommand(clusters))
        .addSubcommand(
            new CommandLine(new ElasticCommand()).addSubcommand(new RealElasticCommand(clusters)))
        .addSubcommand(new PeersCommand(clusters))
        .addSubcommand(new CompactionCommand(clusters));
  }
}
