package io.zabdb.node.server;

import io.zabdb.core.group.Members;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.birth.BornGroups;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.rpc.RequestHandler;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Born;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Groups;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.TakeGroup;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has groups be born, and takes those that others bear. Births come one after the other, on a
 * thread of their own, which waits for the disk. Thread-safe.
 *
 * <p>Source: {@code specs/shard/Births.tla}; {@code docs/decisions/0062}.
 */
public final class BirthRequests implements RequestHandler {

  /** Of a node all of whose groups are those of its configuration. */
  public static final RequestHandler NONE =
      (request, responder) ->
          responder.respond(
              Errors.of(ErrorCode.UNAVAILABLE, "groups are neither born here nor told of"));

  private static final Logger LOG = LoggerFactory.getLogger(BirthRequests.class);

  /** For the start of a replica at another node. */
  private static final long TAKE_MILLIS = 10_000;

  private final Topology topology;
  private final NodeLinks links;
  private final GroupLearning learning;
  private final BornGroups born;
  private final GroupTaking taking;
  private final Executor births;

  /**
   * @param births runs one task at a time, which may wait
   */
  public BirthRequests(
      Topology topology,
      NodeLinks links,
      GroupLearning learning,
      BornGroups born,
      GroupTaking taking,
      Executor births) {
    this.topology = topology;
    this.links = links;
    this.learning = learning;
    this.born = born;
    this.taking = taking;
    this.births = births;
  }

  @Override
  public void handle(Request request, Responder responder) {
    CompletableFuture<Response.Builder> answer =
        switch (request.getBodyCase()) {
          case GET_GROUPS ->
              CompletableFuture.completedFuture(
                  Response.newBuilder()
                      .setGroups(learning.answer(request.getGetGroups()).setRoom(taking.room())));
          case TAKE_GROUP ->
              CompletableFuture.supplyAsync(() -> take(request.getTakeGroup()), births);
          default ->
              CompletableFuture.completedFuture(request.getBearGroup().getNodesList())
                  .thenCompose(this::bear);
        };
    answer.whenComplete(
        (response, failure) -> responder.respond(failure == null ? response : failed(failure)));
  }

  private static Response.Builder failed(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof ZabException known
        ? Errors.of(known)
        : Errors.of(ErrorCode.INTERNAL, "the group cannot be taken: " + cause.getMessage());
  }

  private Response.Builder take(TakeGroup told) {
    GroupConfig group =
        told.getNodesCount() > 0
            ? new GroupConfig(told.getGroup(), told.getNodesList())
            : topology
                .group(told.getGroup())
                .orElseThrow(
                    () ->
                        ZabException.of(
                            ErrorCode.UNAVAILABLE,
                            "node "
                                + topology.node()
                                + " has not heard of group "
                                + Integer.toUnsignedString(told.getGroup())
                                + " yet"));
    requireNodes(group.nodes());
    try {
      taking.take(group);
    } catch (IOException e) {
      throw new CompletionException(e);
    }
    return Response.newBuilder().setDone(Done.getDefaultInstance());
  }

  /**
   * All founders are asked first, so that nothing is drawn in vain while one of them is away or has
   * no room: nobody would lead it until that one takes part.
   */
  private CompletableFuture<Response.Builder> bear(List<Integer> nodes) {
    requireNodes(nodes);
    if (!nodes.contains(topology.node())) {
      throw ZabException.of(
          ErrorCode.INVALID_ARGUMENT,
          "a group of nodes " + nodes + " is born by one of them, not by node " + topology.node());
    }
    List<Integer> others = nodes.stream().filter(node -> node != topology.node()).toList();
    Map<Integer, Groups> told = new ConcurrentHashMap<>();
    return ofAll(
            others,
            node -> named(node, learning.ask(node).thenAccept(groups -> told.put(node, groups))))
        .thenApplyAsync(done -> drawn(nodes, told), births)
        .thenCompose(
            group ->
                ofAll(others, node -> named(node, tell(node, group)))
                    .exceptionally(failure -> notTaken(group, failure))
                    .thenApply(
                        done ->
                            Response.newBuilder().setBorn(Born.newBuilder().setGroup(group.id()))));
  }

  /** Who asks must not take it for refused: its number is drawn, and it may yet be taken by all. */
  private static Void notTaken(GroupConfig group, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    String begun = "group " + group.id() + " is drawn, and not taken by all founders yet: ";
    throw cause instanceof ZabException known
        ? new ZabException(known.code(), begun + known.problem(), true, known)
        : new ZabException(ErrorCode.INTERNAL, begun + cause.getMessage(), true, cause);
  }

  private interface OfNode {
    CompletableFuture<Void> ask(int node);
  }

  private static CompletableFuture<Void> ofAll(List<Integer> nodes, OfNode each) {
    return CompletableFuture.allOf(
        nodes.stream().map(each::ask).toArray(CompletableFuture<?>[]::new));
  }

  /** Fails with the name of the node, and what to do. */
  private static CompletableFuture<Void> named(int node, CompletableFuture<Void> asked) {
    return asked.exceptionally(
        failure -> {
          Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
          throw cause instanceof ZabException known
              ? known
              : ZabException.of(
                  ErrorCode.UNAVAILABLE,
                  "node "
                      + node
                      + " does not take part: "
                      + cause.getMessage()
                      + "; ask again with the same nodes when it does");
        });
  }

  /**
   * A group of these nodes that this node bears: a new one, unless the last one has not begun.
   *
   * @param told what the others have said
   */
  private GroupConfig drawn(List<Integer> nodes, Map<Integer, Groups> told) {
    try {
      Optional<GroupConfig> before =
          born.all().stream()
              .filter(group -> group.nodes().equals(nodes))
              .filter(born::isDrawnHere)
              .filter(group -> !topology.owners().hasHeardOf(group.id()))
              .findFirst();
      if (before.isEmpty()) {
        taking.requireRoom();
        told.forEach(BirthRequests::requireRoom);
      }
      GroupConfig group = before.isPresent() ? before.get() : born.draw(nodes, this::isKnown);
      LOG.info("group {} is born on nodes {}", group.id(), nodes);
      taking.start(group);
      return group;
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  private static void requireRoom(int node, Groups told) {
    if (told.hasRoom() && told.getRoom() == 0) {
      throw ZabException.of(
          ErrorCode.OVERLOADED, "node " + node + " has no room for one more group (max-groups)");
    }
  }

  private boolean isKnown(int number) {
    return topology.group(number).isPresent() || topology.hasEnded(number);
  }

  private CompletableFuture<Void> tell(int node, GroupConfig group) {
    TakeGroup take = TakeGroup.newBuilder().setGroup(group.id()).addAllNodes(group.nodes()).build();
    return links
        .ask(node, Request.newBuilder().setTakeGroup(take), TAKE_MILLIS)
        .thenAccept(
            response -> {
              if (!response.hasDone()) {
                throw ZabException.of(
                    WireErrors.code(response.getError()),
                    "node " + node + ": " + response.getError().getMessage());
              }
            });
  }

  private void requireNodes(List<Integer> nodes) {
    if (nodes.isEmpty()
        || nodes.size() > Members.MAX_MEMBERS
        || new HashSet<>(nodes).size() < nodes.size()
        || nodes.stream().anyMatch(node -> node < 0)) {
      throw ZabException.of(
          ErrorCode.INVALID_ARGUMENT,
          "a group of nodes "
              + nodes
              + ": allowed are 1 to "
              + Members.MAX_MEMBERS
              + " different ones");
    }
  }
}
