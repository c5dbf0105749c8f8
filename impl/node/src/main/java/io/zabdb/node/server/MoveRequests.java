package io.zabdb.node.server;

import io.zabdb.environment.Worker;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.move.BaseFetcher;
import io.zabdb.node.move.FileParts;
import io.zabdb.node.move.MoveTraffic;
import io.zabdb.node.move.MoveWire;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.rpc.RequestHandler;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.WireData;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.FindBase;
import io.zabdb.rpc.wire.GetWhole;
import io.zabdb.rpc.wire.OfferFiles;
import io.zabdb.rpc.wire.OfferStore;
import io.zabdb.rpc.wire.ReadFile;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.TellGroup;
import io.zabdb.rpc.wire.Told;
import io.zabdb.rpc.wire.Whole;
import java.io.IOException;
import java.nio.file.Path;
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

  /** What an answer with a part takes beside it, about. */
  private static final int PART_OVERHEAD = 256;

  private final Topology topology;
  private final Errors errors;
  private final IntFunction<Optional<MoveTaker>> takers;
  private final BaseFetcher fetcher;
  private final NodeLinks links;
  private final MoveTraffic traffic;
  private final Worker disk;

  /**
   * @param takers the replicas of this node that take part in moves, by group
   * @param fetcher fetches what is offered to them
   * @param links watch how long a replica takes
   * @param traffic says how fast parts of files go
   * @param disk reads parts of files; closed by the caller
   */
  public MoveRequests(
      Topology topology,
      IntFunction<Optional<MoveTaker>> takers,
      BaseFetcher fetcher,
      NodeLinks links,
      MoveTraffic traffic,
      Worker disk) {
    this.topology = topology;
    this.takers = takers;
    this.fetcher = fetcher;
    this.links = links;
    this.traffic = traffic;
    this.disk = disk;
    errors = new Errors(topology);
  }

  @Override
  public void handle(Request request, Responder responder) {
    try {
      switch (request.getBodyCase()) {
        case TELL_GROUP -> tell(request.getTellGroup(), responder);
        case OFFER_FILES -> offer(request.getOfferFiles(), responder);
        case FIND_BASE -> find(request.getFindBase(), responder);
        case OFFER_STORE -> offer(request.getOfferStore(), responder);
        case GET_WHOLE -> tellWhole(request.getGetWhole(), responder);
        default -> read(request.getReadFile(), responder);
      }
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
        .deadlines()
        .within(GroupPost.USUAL_MILLIS, taker.take(letter).thenApply(MoveWire::letter))
        .whenComplete(
            (answer, failure) ->
                responder.respond(
                    failure == null
                        ? Response.newBuilder().setTold(Told.newBuilder().setLetter(answer))
                        : failed(request.getGroup(), failure)));
  }

  private void offer(OfferFiles request, Responder responder) {
    MoveTaker taker = taker(request.getGroup());
    BaseOffer offer = MoveWire.offer(request);
    links.told(request.getSource(), request.getSourceAddress());
    BaseFetcher.OfferProgress progress =
        fetcher.offered(request.getGroup(), taker, offer, request.getSource());
    responder.respond(Response.newBuilder().setOffered(MoveWire.offered(progress)));
  }

  private void offer(OfferStore request, Responder responder) {
    links
        .deadlines()
        .within(
            StoreCourier.STORE_MILLIS,
            taker(request.getGroup()).offerStore(request.getLeastApplied()))
        .whenComplete(
            (offer, failure) ->
                responder.respond(
                    failure == null
                        ? Response.newBuilder().setStoreOffered(MoveWire.store(offer))
                        : failed(request.getGroup(), failure)));
  }

  private void tellWhole(GetWhole request, Responder responder) {
    boolean isWhole = taker(request.getGroup()).isWhole(request.getLeastApplied());
    responder.respond(Response.newBuilder().setWhole(Whole.newBuilder().setIsWhole(isWhole)));
  }

  private void find(FindBase request, Responder responder) {
    responder.respond(
        taker(request.getGroup())
            .made(request.getPartition(), request.getAttempt())
            .map(made -> Response.newBuilder().setBaseFound(MoveWire.made(made, topology.node())))
            .orElseGet(
                () ->
                    Errors.of(
                        ErrorCode.NOT_FOUND,
                        "node " + topology.node() + " has made no files for this attempt")));
  }

  private void read(ReadFile request, Responder responder) {
    FileParts.check(request);
    Path directory =
        taker(request.getGroup())
            .offered(WireData.bytes(request.getDigest()))
            .orElseThrow(
                () ->
                    ZabException.of(
                        ErrorCode.NOT_FOUND,
                        "group "
                            + request.getGroup()
                            + " does not offer these files at node "
                            + topology.node()));
    traffic.ship(
        request.getLength(),
        () -> ship(directory, request, responder),
        () ->
            responder.respond(
                Errors.of(
                    ErrorCode.OVERLOADED,
                    "node " + topology.node() + " ships files no faster: its clients come first")));
  }

  private void ship(Path directory, ReadFile request, Responder responder) {
    Response.Builder full =
        Errors.of(
            ErrorCode.OVERLOADED, "there is no memory for a part of a file, or too many are read");
    responder.reserve(
        request.getLength() + PART_OVERHEAD,
        () -> {
          if (!disk.submit(() -> responder.respond(read(directory, request)))) {
            responder.respond(full);
          }
        },
        () -> responder.respond(full));
  }

  /** Waits for the disk. */
  private static Response.Builder read(Path directory, ReadFile request) {
    try {
      return Response.newBuilder().setFilePart(FileParts.read(directory, request));
    } catch (ZabException e) {
      return Errors.of(e);
    } catch (IOException | RuntimeException e) {
      return Errors.of(ErrorCode.INTERNAL, "cannot read " + request.getName() + ": " + e);
    }
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
