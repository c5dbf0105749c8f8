package io.zabdb.cli.admin;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.rpc.wire.Event;
import io.zabdb.rpc.wire.NodeStatus;

/** A survey for programs: one line. docs/monitoring.md names the fields. */
final class SurveyJson {

  private static final ObjectMapper JSON = new ObjectMapper();

  private SurveyJson() {}

  static String of(Survey survey) {
    ObjectNode all = JSON.createObjectNode();
    all.put("whole", survey.isWhole());
    survey.state().ifPresent(state -> ring(all, state, survey));
    ArrayNode nodes = all.putArray("nodes");
    survey.nodes().forEach((id, status) -> node(nodes.addObject(), id, status, survey));
    survey
        .silent()
        .forEach((id, why) -> nodes.addObject().put("id", id).put("up", false).put("error", why));
    return all.toString();
  }

  private static void ring(ObjectNode all, ClusterState state, Survey survey) {
    all.put("cluster", state.cluster().toString());
    ObjectNode ring = all.putObject("ring").put("version", state.ring().version());
    ArrayNode partitions = ring.putArray("partitions");
    state
        .ring()
        .partitions()
        .forEach(
            partition ->
                partitions
                    .addObject()
                    .put("name", partition.name())
                    .put("after", partition.range().after())
                    .put("upTo", partition.range().upTo())
                    .put("group", partition.group())
                    .put("move", partition.move())
                    .put("confirmed", partition.isFirstHand()));
    ArrayNode groups = all.putArray("groups");
    state
        .groups()
        .forEach(
            group -> {
              ObjectNode each = groups.addObject().put("id", group.id());
              ArrayNode members = each.putArray("nodes");
              group.nodes().forEach(members::add);
              survey
                  .leader(group.id())
                  .ifPresent(
                      leader ->
                          each.put("leader", leader.node())
                              .put("epoch", leader.replica().getEpoch()));
            });
  }

  private static void node(ObjectNode node, int id, NodeStatus status, Survey survey) {
    node.put("id", id)
        .put("up", true)
        .put("process", status.getProcess())
        .put("software", status.getSoftware())
        .put("uptimeMillis", status.getUptimeMillis())
        .put("coordinationConnected", status.getCoordinationConnected())
        .put("coordinationKnows", status.getCoordinationKnows())
        .put("diskFreeBytes", status.getDiskFreeBytes())
        .put("heapBytes", status.getHeapBytes());
    ArrayNode memory = node.putArray("memory");
    status.getMemoryList().forEach(account -> memory(memory.addObject(), account));
    ArrayNode problems = node.putArray("problems");
    status.getProblemsList().forEach(problems::add);
    ArrayNode replicas = node.putArray("replicas");
    status.getReplicasList().forEach(replica -> replica(replicas.addObject(), replica, survey));
  }

  private static void memory(ObjectNode node, NodeStatus.Memory account) {
    node.put("area", account.getArea())
        .put("purpose", account.getPurpose())
        .put("used", account.getUsed())
        .put("highest", account.getHighest())
        .put("floor", account.getFloor())
        .put("limit", account.getLimit())
        .put("waiting", account.getWaiting())
        .put("refused", account.getRefused());
  }

  private static void replica(ObjectNode node, NodeStatus.Replica replica, Survey survey) {
    node.put("group", replica.getGroup())
        .put("member", replica.getMember())
        .put("role", replica.getRole())
        .put("phase", replica.getPhase())
        .put("leader", replica.getLeaderPlusOne() - 1)
        .put("epoch", replica.getEpoch())
        .put("logLength", replica.getLogLength())
        .put("synced", replica.getSynced())
        .put("committed", replica.getCommitted())
        .put("applied", replica.getApplied())
        .put("checkpoint", replica.getCheckpoint())
        .put(
            "zxid",
            replica.getAppliedZxid().getEpoch() + "." + replica.getAppliedZxid().getCounter())
        .put("learns", replica.getLearns())
        .put("lacks_files", replica.getLacksFiles())
        .put("pressure", replica.getPressure())
        .put("compacting", replica.getCompacting())
        .put("sizeBytes", replica.getSizeBytes())
        .put("sessions", replica.getSessions())
        .put("sessionFloorMillis", replica.getSessionFloorMillis())
        .put("durability", replica.getDurability())
        .put("policy", replica.getPolicy())
        .put("scrubbedBytes", replica.getScrubbedBytes())
        .put("scrubPasses", replica.getScrubPasses())
        .put("lastScrubMillis", replica.getLastScrubMillis());
    if (replica.hasLastTransfer()) {
      Event last = replica.getLastTransfer();
      EventText.put(node.putObject("lastTransfer"), last, survey.peerOf(replica.getGroup(), last));
    }
    survey.lag(replica).ifPresent(lag -> node.put("lag", lag));
  }
}
