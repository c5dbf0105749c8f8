package io.zabdb.node.server;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.move.MoveWire;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.rpc.RequestHandler;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.TellGroup;
import io.zabdb.rpc.wire.Told;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Takes what other groups ask of this node's replicas when partitions move. Thread-safe. */
public final class MoveRequests implements RequestHandler {

  /** Of a node that takes part in no moves. */
  public static final RequestHandler NONE =
      (request, responder) ->
          responder.respond(
              Errors.of(ErrorCode.UNAVAILABLE, "this node takes part in no moves of partitions"));

  private final Topology topology;
  private final Errors errors;
  private final IntFunction<Optional<MoveTaker>> takers;
  private final NodeLinks links;

  /**
   * @param takers the replicas of this node that take part in moves, by group
   * @param links watch how long a replica takes
   */
  public MoveRequests(Topology topology, IntFunction<Optional<MoveTaker>> takers, NodeLinks links) {
    this.topology = topology;
    this.takers = takers;
    this.links = links;
    errors = new Errors(topology);
  }

  @Override
  public void handle(Request request, Responder responder) {
    try {
      tell(request.getTellGroup(), responder);
    } catch (ZabException e) {
      responder.respond(Errors.of(e));
    }
  }

  private MoveTaker taker(int group) {
    return takers
        .apply(group)
        .orElseThrow(
            () ->
                ZabException.of(
                    ErrorCode.UNAVAILABLE,
                    "node " + topology.node() + " moves no partitions of group " + group));
  }

  private void tell(TellGroup request, Responder responder) {
    MoveTaker taker = taker(request.getGroup());
    Letter letter = MoveWire.letter(request.getLetter());
    links
        .limited(taker.take(letter).thenApply(MoveWire::letter), GroupCourier.LETTER_MILLIS)
        .whenComplete(
            (answer, failure) ->
                responder.respond(
                    failure == null
                        ? Response.newBuilder().setTold(Told.newBuilder().setLetter(answer))
                        : failed(request.getGroup(), failure)));
  }

  private Response.Builder failed(int group, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof TimeoutException) {
      return WireErrors.response(
          ErrorCode.TIMEOUT, "the replica of group " + group + ": " + cause.getMessage(), true);
    }
    if (!(cause instanceof ZabException error)) {
      return WireErrors.response(ErrorCode.INTERNAL, "the node failed: " + cause, true);
    }
    if (error.code() != ErrorCode.NOT_LEADER) {
      return Errors.of(error);
    }
    int leader = topology.leader(group).member();
    boolean isHere = topology.nodeOf(group, leader) == topology.node();
    return errors.notLeader(group, isHere ? -1 : leader, false);
  }
}
