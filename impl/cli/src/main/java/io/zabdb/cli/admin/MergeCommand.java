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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./zabdb merge}: makes one partition of two. */
@Command(
    name = "merge",
    description =
        "Merge two partitions of a group whose tokens follow each other, while they are read and"
            + " written.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class MergeCommand implements Callable<Integer> {

  private static final Duration LIMIT = Duration.ofSeconds(25);

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Parameters(index = "0", paramLabel = "P", description = "A partition, as ring shows it.")
  private String partition;

  @Parameters(index = "1", paramLabel = "Q", description = "Its neighbour.")
  private String neighbour;

  @Override
  public Integer call() throws IOException, CliException {
    try (ZabClient client = target.connect(LIMIT)) {
      int group = GroupPartitions.groupOf(client, partition);
      int other = GroupPartitions.groupOf(client, neighbour);
      if (group != other) {
        throw CliException.differs(
            partition
                + " is of group "
                + group
                + ", "
                + neighbour
                + " of group "
                + other
                + ": only partitions of one group are merged");
      }
      Shard shard =
          Shard.newBuilder()
              .setGroup(group)
              .setPartition(partition)
              .setNeighbour(neighbour)
              .build();
      List<String> whole = ZabClient.await(client.admin().patient().shard(shard));
      spec.commandLine()
          .getOut()
          .println(
              "partitions "
                  + partition
                  + " and "
                  + neighbour
                  + " are now "
                  + String.join(" ", whole));
      spec.commandLine().getOut().flush();
      return 0;
    } catch (ZabException e) {
      throw new CliException(CliException.DIFFERS, e.getMessage(), e);
    }
  }
}
