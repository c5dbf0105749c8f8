package io.zabdb.cli.admin;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.cli.error.CliException;
import io.zabdb.cli.word.Words;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Token;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./zabdb ring}: what the groups say that they have. */
@Command(
    name = "ring",
    description =
        "Show the partitions: tokens, group, phase, numbers of moves, bytes and requests a second.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class RingCommand implements Callable<Integer> {

  private static final String FORMAT = "%-20s %20s %20s %5s %-9s %7s %4s %12s %9s %9s%s";

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Option(names = "--group", paramLabel = "G", description = "Of this group alone (default: all).")
  private Integer group;

  @Option(names = "--row", paramLabel = "KEY", description = "The partition of this row alone.")
  private String row;

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException, CliException {
    PrintWriter out = spec.commandLine().getOut();
    try (ZabClient client = target.connect()) {
      List<GroupPartitions> found = GroupPartitions.of(client, group);
      if (row != null) {
        long token = Token.of(Words.bytes(row));
        found = found.stream().filter(each -> each.has(token)).toList();
      }
      if (json) {
        out.println(json(found));
      } else {
        out.println(
            String.format(
                FORMAT,
                "partition",
                "above token",
                "up to",
                "group",
                "phase",
                "attempt",
                "move",
                "bytes",
                "updates/s",
                "reads/s",
                ""));
        found.forEach(each -> out.println(line(each)));
      }
      out.flush();
      return row != null && found.isEmpty() ? CliException.DIFFERS : 0;
    } catch (ZabException e) {
      throw new CliException(CliException.DIFFERS, e.getMessage(), e);
    }
  }

  private static String line(GroupPartitions each) {
    Partition partition = each.partition();
    return String.format(
        FORMAT,
        partition.getName(),
        partition.getAfter(),
        partition.getUpTo(),
        each.group(),
        partition.getPhase(),
        partition.getAttempt(),
        partition.getMove(),
        partition.getBytes(),
        rate(partition, partition.getHits().getUpdates()),
        rate(partition, partition.getHits().getReads()),
        partition.getBecomingList().isEmpty()
            ? ""
            : " becoming " + String.join(" ", partition.getBecomingList()));
  }

  /** Of averages that are not known yet, none. */
  private static String rate(Partition partition, double hits) {
    return partition.hasHits() ? String.format(Locale.ROOT, "%.1f", hits) : "-";
  }

  private static String json(List<GroupPartitions> found) {
    ArrayNode all = new ObjectMapper().createArrayNode();
    for (GroupPartitions each : found) {
      Partition partition = each.partition();
      ObjectNode one =
          all.addObject()
              .put("name", partition.getName())
              .put("after", partition.getAfter())
              .put("upTo", partition.getUpTo())
              .put("group", each.group())
              .put("phase", partition.getPhase())
              .put("attempt", partition.getAttempt())
              .put("move", partition.getMove())
              .put("bytes", partition.getBytes());
      if (partition.hasHits()) {
        one.put("updates", partition.getHits().getUpdates())
            .put("reads", partition.getHits().getReads());
      }
      ArrayNode becoming = one.putArray("becoming");
      partition.getBecomingList().forEach(becoming::add);
    }
    return all.toString();
  }
}
