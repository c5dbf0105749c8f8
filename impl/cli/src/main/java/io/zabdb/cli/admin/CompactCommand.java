package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./zabdb compact}: compacts stores, one node after the other. */
@Command(
    name = "compact",
    description = "Compact the stores of replicas, one node after the other, and wait.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class CompactCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Option(names = "--node", paramLabel = "N", description = "On this node alone (default: all).")
  private Integer node;

  @Option(names = "--group", paramLabel = "G", description = "Of this group alone (default: all).")
  private Integer group;

  @Override
  public Integer call() throws IOException, CliException {
    PrintWriter out = spec.commandLine().getOut();
    int failed = 0;
    try (ZabClient client = target.connect()) {
      List<ReplicaPlace> places =
          ReplicaPlace.of(ZabClient.await(client.admin().ring()), node, group);
      for (int each : places.stream().map(ReplicaPlace::node).distinct().sorted().toList()) {
        Map<ReplicaPlace, CompletableFuture<Void>> asked = new LinkedHashMap<>();
        places.stream()
            .filter(place -> place.node() == each)
            .forEach(place -> asked.put(place, client.admin().compact(each, place.group())));
        for (Map.Entry<ReplicaPlace, CompletableFuture<Void>> one : asked.entrySet()) {
          try {
            ZabClient.await(one.getValue());
            out.println(one.getKey() + ": compacted");
          } catch (ZabException e) {
            out.println(one.getKey() + ": " + e.getMessage());
            failed++;
          }
          out.flush();
        }
      }
    } catch (ZabException e) {
      throw new CliException(CliException.DIFFERS, e.getMessage(), e);
    }
    return failed == 0 ? 0 : CliException.DIFFERS;
  }
}
