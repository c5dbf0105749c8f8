package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.config.PolicyName;
import io.zabdb.rpc.wire.NodeStatus;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./zabdb policy}: how leaders choose their successors. */
@Command(
    name = "policy",
    description =
        "Show how leaders choose their successors, or change it at all nodes that answer, until"
            + " they end; exit code 1 if a node does not answer.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class PolicyCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Option(names = "--group", paramLabel = "G", description = "Of this group alone (default: all).")
  private Integer group;

  @Parameters(
      arity = "0..1",
      paramLabel = "POLICY",
      description =
          "random, round-robin, coldest, or off: leadership moves at request only (default: show).")
  private String policy;

  @Override
  public Integer call() throws IOException, CliException {
    String wanted = policy == null ? null : known(policy);
    PrintWriter out = spec.commandLine().getOut();
    int silent = 0;
    try (ZabClient client = target.connect()) {
      List<ReplicaPlace> places =
          ReplicaPlace.of(ZabClient.await(client.admin().ring()), null, group);
      Map<ReplicaPlace, CompletableFuture<String>> asked = new LinkedHashMap<>();
      for (ReplicaPlace place : places) {
        asked.put(place, wanted == null ? present(client, place) : change(client, place, wanted));
      }
      for (Map.Entry<ReplicaPlace, CompletableFuture<String>> one : asked.entrySet()) {
        try {
          out.println(one.getKey() + ": " + ZabClient.await(one.getValue()));
        } catch (ZabException e) {
          out.println(one.getKey() + ": no answer, " + e.problem());
          silent++;
        }
      }
    } catch (ZabException e) {
      throw new CliException(CliException.DIFFERS, e.getMessage(), e);
    }
    out.println("each node keeps it until it ends, and starts with its option transfer-policy");
    out.flush();
    return silent == 0 ? 0 : CliException.DIFFERS;
  }

  private static String known(String policy) throws CliException {
    try {
      return PolicyName.of(PolicyName.parse(policy));
    } catch (IllegalArgumentException e) {
      throw CliException.usage(e.getMessage());
    }
  }

  private static CompletableFuture<String> change(
      ZabClient client, ReplicaPlace place, String wanted) {
    return client
        .admin()
        .setPolicy(place.node(), place.group(), wanted)
        .thenApply(changed -> wanted);
  }

  private static CompletableFuture<String> present(ZabClient client, ReplicaPlace place) {
    return client.admin().status(place.node()).thenApply(status -> policy(status, place.group()));
  }

  /** A node that is starting or stopping may tell nothing of the group. */
  private static String policy(NodeStatus status, int group) {
    return status.getReplicasList().stream()
        .filter(replica -> replica.getGroup() == group)
        .map(NodeStatus.Replica::getPolicy)
        .findFirst()
        .orElse("not known");
  }
}
