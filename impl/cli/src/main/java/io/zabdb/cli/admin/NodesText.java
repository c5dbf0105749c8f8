package io.zabdb.cli.admin;

import io.zabdb.balancer.Leaders;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.rpc.wire.NodeStatus;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;

/** The nodes of a survey for people: what each is to the groups. */
final class NodesText {

  private static final String ROW = "%-5s %-22s %-9s %-12s %-12s %s%n";

  private final Survey survey;

  private NodesText(Survey survey) {
    this.survey = survey;
  }

  static String of(Survey survey) {
    return new NodesText(survey).write();
  }

  private String write() {
    if (survey.state().isEmpty()) {
      return "no node answers: " + survey.silent().values() + "\n";
    }
    SortedSet<Integer> ids = survey.all();
    survey.state().get().nodes().forEach(node -> ids.add(node.id()));
    StringBuilder text = new StringBuilder();
    text.append(String.format(ROW, "node", "clients", "is", "in groups", "leads", "ready"));
    for (int id : ids) {
      text.append(
          String.format(
              ROW, id, address(id), is(id), groups(groups(id)), groups(leads(id)), ready(id)));
    }
    return text.toString();
  }

  private List<Integer> all() {
    return survey.state().orElseThrow().groups().stream().map(GroupInfo::id).toList();
  }

  private String address(int id) {
    return survey.state().orElseThrow().nodes().stream()
        .filter(node -> node.id() == id)
        .map(NodesText::address)
        .findFirst()
        .orElse("?");
  }

  private static String address(NodeInfo node) {
    return node.host() + ":" + node.port();
  }

  /** What the node is, as the leaders say; whoever is none of theirs learns, or has left. */
  private String is(int id) {
    boolean before = false;
    boolean next = false;
    for (int group : all()) {
      Optional<NodeStatus.Replica> leader = survey.leader(group).map(Leaders.GroupLeader::replica);
      if (leader.isPresent()) {
        List<Integer> voters = leader.get().getVotersList();
        List<Integer> later = leader.get().getNextVotersList();
        before |= voters.contains(id);
        next |= (later.isEmpty() ? voters : later).contains(id);
      }
    }
    if (before) {
      return next ? "voter" : "leaving";
    }
    NodeStatus status = survey.nodes().get(id);
    String other =
        status == null ? "removed" : status.getReplicasCount() == 0 ? "spare" : "learner";
    return next ? "joining" : other;
  }

  private List<Integer> groups(int id) {
    return all().stream().filter(group -> survey.votes(id, group)).toList();
  }

  private List<Integer> leads(int id) {
    return all().stream()
        .filter(group -> survey.leader(group).filter(leader -> leader.node() == id).isPresent())
        .toList();
  }

  private static String groups(List<Integer> groups) {
    return groups.isEmpty()
        ? "-"
        : groups.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private String ready(int id) {
    if (survey.silent().containsKey(id)) {
      return "no: " + survey.silent().get(id);
    }
    List<Integer> lacking =
        groups(id).stream().filter(group -> !survey.isReady(id, group)).toList();
    return groups(id).isEmpty() ? "-" : lacking.isEmpty() ? "yes" : "not in group " + lacking;
  }
}
