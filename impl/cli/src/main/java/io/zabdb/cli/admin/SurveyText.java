package io.zabdb.cli.admin;

import io.zabdb.cli.cluster.ClusterFile;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.rpc.wire.Event;
import io.zabdb.rpc.wire.NodeStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** A survey for people. */
final class SurveyText {

  /** More partitions than these are counted only. */
  private static final int SHOWN_PARTITIONS = 16;

  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
  private static final int UNIT = 1024;

  private final Survey survey;
  private final StringBuilder text = new StringBuilder();

  private SurveyText(Survey survey) {
    this.survey = survey;
  }

  static String of(Survey survey, Optional<ClusterFile> file) {
    return new SurveyText(survey).write(file);
  }

  private String write(Optional<ClusterFile> file) {
    survey.state().ifPresent(this::ring);
    text.append(
        String.format(
            "%-5s %-8s %-6s %-10s %-16s %-6s %-14s %-8s %-8s %-11s %s%n",
            "node",
            "process",
            "group",
            "role",
            "phase",
            "epoch",
            "applied",
            "lag",
            "pressure",
            "policy",
            "size"));
    survey.nodes().forEach(this::node);
    survey.silent().forEach((id, why) -> text.append(String.format("%-5d down: %s%n", id, why)));
    survey.nodes().forEach(this::memory);
    survey.nodes().forEach(this::transfers);
    survey.nodes().forEach(this::scrubs);
    survey.nodes().forEach(this::problems);
    coordination(file);
    return text.toString();
  }

  private void ring(ClusterState state) {
    text.append(
        String.format(
            "cluster %s, ring version %d: %d partitions, %d groups%n",
            state.cluster(),
            state.ring().version(),
            state.ring().partitions().size(),
            state.groups().size()));
    List<RingPartition> partitions = state.ring().partitions();
    for (RingPartition partition :
        partitions.subList(0, Math.min(SHOWN_PARTITIONS, partitions.size()))) {
      text.append(
          String.format(
              "  %s: tokens above %d up to %d, group %d%s%n",
              partition.name(),
              partition.range().after(),
              partition.range().upTo(),
              partition.group(),
              partition.isFirstHand() ? "" : ", which does not confirm it"));
    }
    if (partitions.size() > SHOWN_PARTITIONS) {
      text.append("  ... all in 'status --json'\n");
    }
    for (GroupInfo group : state.groups()) {
      String leader =
          survey
              .leader(group.id())
              .map(known -> "node " + known.node() + " in epoch " + known.replica().getEpoch())
              .orElse("no leader");
      long owned = partitions.stream().filter(each -> each.group() == group.id()).count();
      text.append(
          String.format(
              "group %d on nodes %s: %s, %d partitions%n",
              group.id(), group.nodes(), leader, owned));
    }
    text.append('\n');
  }

  private void node(int id, NodeStatus status) {
    for (NodeStatus.Replica replica : status.getReplicasList()) {
      text.append(
          String.format(
              "%-5d %-8d %-6d %-10s %-16s %-6d %-14s %-8s %-8s %-11s %s%n",
              id,
              status.getProcess(),
              replica.getGroup(),
              replica.getRole(),
              replica.getPhase() + (replica.getLearns() ? " learns" : ""),
              replica.getEpoch(),
              zxid(replica),
              survey.lag(replica).map(String::valueOf).orElse("?"),
              replica.getPressure() + (replica.getCompacting() ? "*" : ""),
              replica.getPolicy(),
              size(replica.getSizeBytes())));
    }
    if (status.getReplicasCount() == 0) {
      text.append(String.format("%-5d %-8d no replicas%n", id, status.getProcess()));
    }
  }

  private static String zxid(NodeStatus.Replica replica) {
    return replica.getAppliedZxid().getEpoch() + "." + replica.getAppliedZxid().getCounter();
  }

  /** The budget: each area's sum, and by purpose what is used at all. */
  private void memory(int id, NodeStatus status) {
    Map<String, List<NodeStatus.Memory>> areas =
        status.getMemoryList().stream()
            .collect(
                Collectors.groupingBy(
                    NodeStatus.Memory::getArea, LinkedHashMap::new, Collectors.toList()));
    areas.forEach(
        (area, accounts) -> {
          long used = accounts.stream().mapToLong(NodeStatus.Memory::getUsed).sum();
          String purposes =
              accounts.stream()
                  .filter(account -> account.getUsed() > 0)
                  .map(account -> account.getPurpose() + " " + size(account.getUsed()))
                  .collect(Collectors.joining(", "));
          text.append(
              String.format(
                  "node %d: %s memory in use: %s%s%n",
                  id, area, size(used), purposes.isEmpty() ? "" : " (" + purposes + ")"));
        });
  }

  private void transfers(int id, NodeStatus status) {
    for (NodeStatus.Replica replica : status.getReplicasList()) {
      if (replica.hasLastTransfer()) {
        Event last = replica.getLastTransfer();
        OptionalInt peer = survey.peerOf(replica.getGroup(), last);
        text.append(
            String.format(
                "%s: %s %s at %s, %s %s%n",
                new ReplicaPlace(id, replica.getGroup()),
                ended(last),
                peer.isPresent() ? "node " + peer.getAsInt() : "a node",
                EventText.time(last),
                last.getKind().equals("TRANSFERRED") ? "drain" : "pause",
                EventText.took(last)));
      }
    }
  }

  private void scrubs(int id, NodeStatus status) {
    for (NodeStatus.Replica replica : status.getReplicasList()) {
      if (replica.getScrubbedBytes() > 0) {
        String all =
            replica.getScrubPasses() == 0
                ? ""
                : ", all of them by " + EventText.time(replica.getLastScrubMillis());
        text.append(
            String.format(
                "%s: %s of its files scrubbed since its start%s%n",
                new ReplicaPlace(id, replica.getGroup()), size(replica.getScrubbedBytes()), all));
      }
    }
  }

  /** A transfer may have ended as an election, by which another one leads. */
  private static String ended(Event last) {
    return switch (last.getKind()) {
      case "TOOK_OVER" -> "took over from";
      case "TRANSFER_MISSED" -> "handed over, but was followed by election by";
      default -> "handed over to";
    };
  }

  private void problems(int id, NodeStatus status) {
    status
        .getProblemsList()
        .forEach(
            problem -> text.append("node ").append(id).append(": ").append(problem).append('\n'));
  }

  private void coordination(Optional<ClusterFile> file) {
    long connected =
        survey.nodes().values().stream().filter(NodeStatus::getCoordinationConnected).count();
    text.append(
        String.format(
            "configuration manager%s: %d of %d nodes are connected to it, it knows %d%n",
            file.map(known -> " " + known.zookeeper()).orElse(""),
            connected,
            survey.nodes().size() + survey.silent().size(),
            survey.nodes().values().stream().filter(NodeStatus::getCoordinationKnows).count()));
  }

  /** Bytes, rounded, with a unit. */
  static String size(long bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= UNIT && unit < UNITS.length - 1) {
      amount /= UNIT;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", amount, UNITS[unit]);
  }
}
