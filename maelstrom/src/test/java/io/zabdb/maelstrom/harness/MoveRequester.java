package io.zabdb.maelstrom.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.InvalidProtocolBufferException;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.rpc.wire.GetMoves;
import io.zabdb.rpc.wire.GetPartitions;
import io.zabdb.rpc.wire.MovePartition;
import io.zabdb.rpc.wire.Moves;
import io.zabdb.rpc.wire.Partitions.Partition;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Transfer;
import java.util.List;
import java.util.Optional;

/**
 * An operator who asks nodes what the product's command asks them, and so has a partition move when
 * a test wants it. For one thread.
 */
public final class MoveRequester {

  private static final String SERVING = "SERVING";

  private final Client client;

  /**
   * @param client that nobody else uses
   */
  public MoveRequester(Client client) {
    this.client = client;
  }

  /** Empty if there is no answer. */
  private Optional<Response> ask(String node, Request.Builder request) {
    JsonNode answer =
        client.ask(node, Body.of("group_read").put("request", request.build().toByteArray()));
    if (!answer.has("response")) {
      return Optional.empty();
    }
    try {
      return Optional.of(Response.parseFrom(Body.bytes(answer.get("response"))));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The partitions that a node's replica of a group has, in whatever phase. */
  private List<Partition> partitions(String node, int group) {
    return ask(
            node, Request.newBuilder().setGetPartitions(GetPartitions.newBuilder().setGroup(group)))
        .map(response -> response.getPartitions().getPartitionsList())
        .orElse(List.of());
  }

  private static boolean has(Partition partition, int key) {
    return new TokenRange(partition.getAfter(), partition.getUpTo())
        .contains(Token.of(Bytes.of(Integer.toString(key)).array()));
  }

  private Optional<Partition> partitionOf(String node, int group, int key) {
    return partitions(node, group).stream().filter(each -> has(each, key)).findFirst();
  }

  /** In which phase a node's replica of a group has the partition of a key; empty: it has not. */
  public String phase(String node, int group, int key) {
    return partitionOf(node, group, key).map(Partition::getPhase).orElse("");
  }

  /** Whether a group serves a key, as a node's replica knows. */
  public boolean isServing(String node, int group, int key) {
    return phase(node, group, key).equals(SERVING);
  }

  /**
   * Has the partition of a key move, once. Waits until that has begun.
   *
   * @param source the node that leads the group that has it
   * @param destination the node that leads the other one
   */
  public void move(String source, int group, int key, String destination, int to) {
    Await.until(
        "a move of key " + key, () -> hasBegun(source, group, key, numberOf(destination, to), to));
  }

  /** By which other groups know a group. */
  private Optional<Moves> numberOf(String leader, int group) {
    return ask(leader, Request.newBuilder().setGetMoves(GetMoves.newBuilder().setGroup(group)))
        .filter(Response::hasMoves)
        .map(Response::getMoves);
  }

  /** Has a group led by another node than one that must not lead it. */
  public String leadElsewhere(Cluster cluster, int group, String not) {
    String[] leader = new String[1];
    Await.until(
        "another leader of group " + group + " than " + not,
        () -> {
          leader[0] = cluster.awaitLeader(cluster.names(), group);
          if (leader[0].equals(not)) {
            ask(not, Request.newBuilder().setTransfer(Transfer.newBuilder().setGroup(group)));
          }
          return !leader[0].equals(not);
        });
    return leader[0];
  }

  private boolean hasBegun(String leader, int group, int key, Optional<Moves> number, int to) {
    Optional<Partition> partition = partitionOf(leader, group, key);
    return partition.isPresent()
        && number.isPresent()
        && ask(
                leader,
                Request.newBuilder()
                    .setMovePartition(
                        MovePartition.newBuilder()
                            .setGroup(group)
                            .setPartition(partition.get().getName())
                            .setTo(to)
                            .setBirthHigh(number.get().getBirthHigh())
                            .setBirthLow(number.get().getBirthLow())
                            .setExpectedAttempt(partition.get().getAttempt())))
            .filter(Response::hasMoveBegun)
            .isPresent();
  }
}
