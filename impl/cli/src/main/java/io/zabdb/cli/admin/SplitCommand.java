package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Shard;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./zabdb split}: makes two partitions of one. */
@Command(
    name = "split",
    description = {
      "Split a partition, while it is read and written.",
      "A batch of rows that are in two partitions behind that is refused."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class SplitCommand implements Callable<Integer> {

  private static final Duration LIMIT = Duration.ofSeconds(25);

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Parameters(paramLabel = "PARTITION", description = "Its name, as ring shows it.")
  private String partition;

  @Option(
      names = "--at",
      paramLabel = "TOKEN",
      description = "The last token of the first part (default: so that both have as many bytes).")
  private Long at;

  @Override
  public Integer call() throws IOException, CliException {
    try (ZabClient client = target.connect(LIMIT)) {
      Shard.Builder shard =
          Shard.newBuilder()
              .setGroup(GroupPartitions.groupOf(client, partition))
              .setPartition(partition);
      if (at != null) {
        shard.setAt(at);
      }
      List<String> parts = ZabClient.await(client.admin().patient().shard(shard.build()));
      spec.commandLine()
          .getOut()
          .println("partition " + partition + " is now " + String.join(" and ", parts));
      spec.commandLine().getOut().flush();
      return 0;
    } catch (ZabException e) {
      throw new CliException(CliException.DIFFERS, e.getMessage(), e);
    }
  }
}
