package io.zabdb.node.server;

import io.zabdb.budget.MemoryAccount;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.move.BaseFetcher;
import io.zabdb.node.move.BaseFetcher.OfferProgress;
import io.zabdb.node.move.MoveWire;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.replica.move.Fetching;
import io.zabdb.replica.move.FoundBase;
import io.zabdb.replica.move.FoundStore;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.Holders;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.OfferFiles;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.TellGroup;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * Reaches other groups by the ports for clients of their nodes. Whoever leads is found by what this
 * node's own replica of the group knows, by who answered last, and by asking one member after the
 * other, each once, which say who seems to lead. Thread-safe.
 */
public final class GroupCourier implements GroupPost {

  /** So long one node is waited for before another one is asked. */
  private static final long NODE_MILLIS = 2_000;

  private final Topology topology;
  private final NodeLinks links;
  private final IntFunction<Optional<MoveTaker>> takers;
  private final BaseFetcher fetcher;
  private final MemoryAccount letters;
  private final StoreCourier stores;
  private final EndedGroups ended;

  /** By group: the node that answered last for its leader. */
  private final Map<Integer, Integer> leaders = new ConcurrentHashMap<>();

  /**
   * @param takers the replicas of this node that take part in moves, by group
   * @param fetcher fetches what is offered to them
   * @param letters on which letters and offers draw until they are answered
   */
  public GroupCourier(
      Topology topology,
      NodeLinks links,
      IntFunction<Optional<MoveTaker>> takers,
      BaseFetcher fetcher,
      MemoryAccount letters) {
    this.topology = topology;
    this.links = links;
    this.takers = takers;
    this.fetcher = fetcher;
    this.letters = letters;
    stores = new StoreCourier(topology, links, takers, fetcher);
    ended = new EndedGroups(topology, this::sendOn);
  }

  @Override
  public CompletableFuture<Letter> send(int group, Letter letter, long millis) {
    if (topology.hasEnded(group)) {
      return ended.answer(group, letter, millis);
    }
    return sendOn(group, letter, millis);
  }

  private CompletableFuture<Letter> sendOn(int group, Letter letter, long millis) {
    if (topology.group(group).isEmpty()) {
      return NONE.send(group, letter, millis);
    }
    Errand errand = new Errand(group, letter, Math.min(millis, USUAL_MILLIS));
    errand.goOn();
    return errand.answer;
  }

  @Override
  public CompletableFuture<Holders> offer(int group, BaseOffer offer) {
    return offer(group, offer, topology.node());
  }

  @Override
  public CompletableFuture<Holders> offer(int group, BaseOffer offer, int holder) {
    Optional<GroupConfig> config = topology.group(group);
    if (config.isEmpty()) {
      return NONE.offer(group, offer);
    }
    String address = topology.clientAddress(holder).map(Address::toString).orElse("");
    OfferFiles wire = MoveWire.offer(group, offer, holder, address);
    CompletableFuture<Holders> all = CompletableFuture.completedFuture(Holders.NOBODY);
    for (int node : topology.nodes(group)) {
      int member = config.get().memberOf(node);
      all =
          all.thenCombine(
              offer(node, wire, offer), (some, far) -> with(some, member, node, far, offer));
    }
    return all;
  }

  private static Holders with(
      Holders some, int member, int node, OfferProgress far, BaseOffer offer) {
    return switch (far.state()) {
      case HAS -> some.andOneThatHas(member);
      case FETCHING -> some.andOneThatFetches(member, why(node, far, offer));
      case LATER, FAILED -> some.andOneThatLacks(why(node, far, offer));
    };
  }

  private static String why(int node, OfferProgress far, BaseOffer offer) {
    return "node " + node + ": " + far.lacking(offer.bytes());
  }

  /** How far a node is. One that is away has nothing. */
  private CompletableFuture<OfferProgress> offer(int node, OfferFiles wire, BaseOffer offer) {
    if (node == topology.node()) {
      return CompletableFuture.completedFuture(offerHere(wire.getGroup(), offer, wire.getSource()));
    }
    long bytes = wire.getSerializedSize();
    if (!letters.tryTake(bytes)) {
      return CompletableFuture.completedFuture(
          OfferProgress.failed("it was not asked, for lack of memory"));
    }
    return links
        .ask(node, Request.newBuilder().setOfferFiles(wire), NODE_MILLIS)
        .handle(
            (response, failure) -> {
              letters.give(bytes);
              return failure == null ? progress(response) : OfferProgress.failed(cause(failure));
            });
  }

  private static OfferProgress progress(Response response) {
    return response.hasOffered()
        ? MoveWire.progress(response.getOffered())
        : OfferProgress.failed(response.getError().getMessage());
  }

  private OfferProgress offerHere(int group, BaseOffer offer, int holder) {
    return takers
        .apply(group)
        .map(taker -> fetcher.offered(group, taker, offer, holder))
        .orElseGet(() -> OfferProgress.failed("it has no replica that takes partitions"));
  }

  @Override
  public CompletableFuture<FoundBase> askForBase(int group, String partition, long attempt) {
    return stores.ask(group, partition, attempt);
  }

  @Override
  public CompletableFuture<FoundStore> askForStore(int group, long least) {
    return stores.ask(group, least);
  }

  @Override
  public CompletableFuture<Long> askWhole(int group, long members, long least) {
    return stores.askWhole(group, members, least);
  }

  @Override
  public Fetching fetch(FoundStore found) {
    return stores.fetch(found);
  }

  /** The letter may have arrived. */
  private static ZabException failure(ErrorCode code, String problem) {
    return new ZabException(code, problem, true, null);
  }

  /** What to make of it that a node did not answer. */
  private static String reason(int node, Throwable failure) {
    return "node " + node + ": " + cause(failure);
  }

  private static String cause(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause.getMessage();
  }

  /** A letter on its way. Its steps come one after the other, by whichever thread. */
  private final class Errand {

    private final int group;
    private final Letter letter;
    private final long nodeMillis;
    private final CompletableFuture<Letter> answer = new CompletableFuture<>();

    /** Still to be asked, in this order. */
    private final Deque<Integer> next = new ArrayDeque<>();

    private final Set<Integer> asked = new HashSet<>();

    /** What the last one said; read by other threads, too. */
    private volatile String why = "nobody was asked yet";

    /** Null: it has not been needed yet. */
    private TellGroup wire;

    Errand(int group, Letter letter, long millis) {
      this.group = group;
      this.letter = letter;
      // Who leads now is heard, too, if the one that led has frozen.
      nodeMillis = Math.max(1, Math.min(NODE_MILLIS, millis / 2));
      int known = topology.nodeOf(group, topology.leader(group).member());
      if (known >= 0) {
        next.add(known);
      }
      next.add(leaders.getOrDefault(group, topology.node()));
      next.addAll(topology.nodes(group));
      links
          .deadlines()
          .within(
              millis,
              answer,
              () ->
                  failure(
                      ErrorCode.TIMEOUT,
                      "group "
                          + group
                          + " did not answer a letter within "
                          + millis
                          + " ms; "
                          + why));
    }

    /** Asks the next node, unless the time is over. */
    void goOn() {
      if (answer.isDone()) {
        return;
      }
      Integer node = next.poll();
      while (node != null && asked.contains(node)) {
        node = next.poll();
      }
      if (node == null) {
        fail(ErrorCode.UNAVAILABLE, "nobody takes a letter for group " + group + "; " + why);
        return;
      }
      asked.add(node);
      if (node == topology.node()) {
        ask(takers.apply(group));
      } else {
        ask(node);
      }
    }

    private void ask(Optional<MoveTaker> here) {
      if (here.isEmpty()) {
        goOn();
        return;
      }
      here.get()
          .take(letter)
          .whenComplete(
              (told, failure) -> {
                if (failure == null) {
                  leaders.put(group, topology.node());
                  answer.complete(told);
                } else {
                  refused(failure);
                }
              });
    }

    /** By a replica of this node. */
    private void refused(Throwable failure) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      if (cause instanceof ZabException error && error.code() == ErrorCode.NOT_LEADER) {
        why = reason(topology.node(), failure);
        goOn();
      } else {
        answer.completeExceptionally(cause);
      }
    }

    private void ask(int node) {
      if (wire == null && !pack()) {
        return;
      }
      links
          .ask(node, Request.newBuilder().setTellGroup(wire), nodeMillis)
          .whenComplete(
              (response, failure) -> {
                if (failure != null) {
                  why = reason(node, failure);
                  goOn();
                } else if (response.hasTold()) {
                  told(node, response);
                } else {
                  refused(node, response.getError());
                }
              });
    }

    /** Makes the message for the wire, if there is memory for it. */
    private boolean pack() {
      wire = TellGroup.newBuilder().setGroup(group).setLetter(MoveWire.letter(letter)).build();
      long bytes = wire.getSerializedSize();
      if (!letters.tryTake(bytes)) {
        fail(
            ErrorCode.OVERLOADED,
            "letters of "
                + letters.limit()
                + " bytes may be under way at this node, and there is no room for one of "
                + bytes);
        return false;
      }
      answer.whenComplete((told, failure) -> letters.give(bytes));
      return true;
    }

    private void told(int node, Response response) {
      try {
        Letter told = MoveWire.letter(response.getTold().getLetter());
        leaders.put(group, node);
        answer.complete(told);
      } catch (ZabException e) {
        fail(e.code(), "node " + node + " answers what makes no sense: " + e.problem());
      }
    }

    private void refused(int node, Error error) {
      why = "node " + node + ": " + error.getMessage();
      ErrorCode code = WireErrors.code(error);
      switch (code) {
        case NOT_LEADER -> {
          int leader = error.getLeaderNodePlusOne() - 1;
          links.told(leader, error.getLeaderAddress());
          if (leader >= 0) {
            next.addFirst(leader);
          }
          goOn();
        }
        case NO_QUORUM, UNAVAILABLE, WRONG_OWNER, OVERLOADED, TIMEOUT -> goOn();
        default -> fail(code, why);
      }
    }

    private void fail(ErrorCode code, String problem) {
      answer.completeExceptionally(failure(code, problem));
    }
  }
}
