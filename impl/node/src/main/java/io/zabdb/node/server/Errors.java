package io.zabdb.node.server;

import io.zabdb.core.step.Refusal;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.node.config.Address;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.Response;
import io.zabdb.storage.data.StorageException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Errors as clients see them. Unless said otherwise, the request has not happened and never will.
 */
final class Errors {

  private final Topology topology;

  /** One of so many who ask for what another group owns is sent to a member all the same. */
  private static final int DOUBTS = 5;

  private final AtomicInteger turn = new AtomicInteger();

  /** How often somebody asked for what another group owns, as far as this node has heard. */
  private final AtomicInteger doubts = new AtomicInteger();

  Errors(Topology topology) {
    this.topology = topology;
  }

  static Response.Builder of(ErrorCode code, String message) {
    return WireErrors.response(code, message);
  }

  /** With what the error says of whether the request may have happened. */
  static Response.Builder of(ZabException error) {
    ErrorCode seen = error.code().seen();
    return WireErrors.response(
        seen, error.problem(), error.mayHaveHappened() && seen.mayHaveHappened());
  }

  /**
   * A read has failed here: others of the group, if there are any, have what is damaged here.
   *
   * @param asked the tokens that were to be read
   */
  Response.Builder notReadable(int group, TokenRange asked, StorageException error) {
    if (error.code() == ErrorCode.WRONG_OWNER) {
      return wrongOwner(group, List.of(asked), error.getMessage());
    }
    boolean alone =
        topology.group(group).map(known -> topology.nodes(group).size() == 1).orElse(true);
    if (!error.isDamage() || alone) {
      return of(error);
    }
    return of(
        ErrorCode.UNAVAILABLE,
        "the replica of group "
            + group
            + " on node "
            + topology.node()
            + " is damaged; others have its data: "
            + error.getMessage());
  }

  Response.Builder refusal(int group, Refusal refusal, int leader) {
    return switch (refusal) {
      case NOT_LEADER -> notLeader(group, leader, false);
      case OVERLOADED ->
          of(ErrorCode.OVERLOADED, "group " + group + " has as much under way as it may have");
      case TOO_LARGE ->
          of(ErrorCode.TOO_LARGE, "the request is longer than group " + group + " takes");
      case BAD_MEMBERS ->
          of(
              ErrorCode.INVALID_ARGUMENT,
              "group " + group + " cannot have these members: nobody, or ids that may not be used");
      case CHANGING ->
          of(ErrorCode.UNAVAILABLE, "the members of group " + group + " are changing already");
      case NOT_READY ->
          of(
              ErrorCode.UNAVAILABLE,
              "a new member of group " + group + " has not caught up, or others are needed for it");
    };
  }

  /**
   * An update is longer than a group takes.
   *
   * @param bytes that it has, encoded
   * @param longest how many it may have
   */
  static Response.Builder tooLarge(int group, int bytes, int longest) {
    return of(
        ErrorCode.TOO_LARGE,
        "the update has "
            + bytes
            + " bytes, encoded, where group "
            + group
            + " takes "
            + longest
            + " at most: the max-request of its nodes");
  }

  /** What was begun, or might be yet, is not waited for any longer. */
  static Response.Builder mayGoOn(ErrorCode code, String why) {
    return WireErrors.response(code, why + "; it may go on", true);
  }

  /** The client's time was over before the request was begun. */
  static Response.Builder abandoned() {
    return of(
        ErrorCode.TIMEOUT, "the time that the client gave was over before the request was begun");
  }

  /** The update has been done, and what came of it is forgotten. */
  static Response.Builder forgotten() {
    return WireErrors.response(ErrorCode.STALE, "the session has gone on to later requests", true);
  }

  /**
   * The update is in the log, but its session is forgotten, so it is not known whether it was run.
   */
  static Response.Builder tooOld() {
    return WireErrors.response(
        ErrorCode.TOO_OLD, "the session was forgotten since the update was logged", true);
  }

  /** The update is in the log, was refused when that was applied, and was not done. */
  static Response.Builder refusedWhenApplied() {
    return of(
        ErrorCode.NOT_FOUND,
        "the update was refused when the group applied it, and was not done: what it was for was not"
            + " there");
  }

  /**
   * The update does not say when its session was opened.
   *
   * @param time what it may say, an applied time in milliseconds
   */
  static Response.Builder notOpened(long time) {
    return Response.newBuilder()
        .setError(
            WireErrors.error(
                    ErrorCode.NOT_OPENED, "the update must say when its session was opened", false)
                .setTime(time));
  }

  /**
   * This node does not lead.
   *
   * @param leader the member that seems to, or -1
   */
  Response.Builder notLeader(int group, int leader, boolean mayHaveHappened) {
    int node = topology.nodeOf(group, leader);
    if (node < 0) {
      return WireErrors.response(
          ErrorCode.NO_QUORUM,
          "node " + topology.node() + " knows of no leader of group " + group,
          mayHaveHappened);
    }
    return askAnother(node, "node " + node + " seems to lead group " + group, mayHaveHappened);
  }

  private Response.Builder askAnother(int node, String why, boolean mayHaveHappened) {
    return Response.newBuilder()
        .setError(
            WireErrors.error(ErrorCode.NOT_LEADER, why, mayHaveHappened)
                .setLeaderNodePlusOne(node + 1)
                .setLeaderAddress(topology.clientAddress(node).map(Address::toString).orElse("")));
  }

  /**
   * This node has no replica of a group. Whoever asks takes it for the leader, or for a member, and
   * may know of no other: if the group may own the tokens, a member is named, each in turn; once in
   * a while also if another group owns them as far as this node has heard: who asks again and again
   * may have heard more.
   *
   * @param asked tokens; none: it is not about any
   */
  Response.Builder noReplica(int group, Collection<TokenRange> asked) {
    String why = "node " + topology.node() + " has no replica of group " + group;
    boolean mayOwn =
        !asked.isEmpty()
            && topology.group(group).isPresent()
            && (topology.owners().elsewhere(group, asked).isEmpty()
                || doubts.incrementAndGet() % DOUBTS == 0);
    if (!mayOwn) {
      return wrongOwner(
          group, asked, topology.hasEnded(group) ? "group " + group + " has ended" : why);
    }
    List<Integer> others = topology.others(group);
    if (others.isEmpty()) {
      return notLeader(group, -1, false);
    }
    int other = others.get(Math.floorMod(turn.getAndIncrement(), others.size()));
    return askAnother(other, why + "; node " + other + " may have one", false);
  }

  /**
   * A group does not own all of what it was asked for. Who does, {@link KnownOwners} says: it has
   * heard all that the replica has applied.
   *
   * @param asked tokens; none: it is not about any
   */
  Response.Builder wrongOwner(int group, Collection<TokenRange> asked, String message) {
    Error.Builder error =
        WireErrors.error(ErrorCode.WRONG_OWNER, message, false)
            .setRingVersion(topology.ring().version());
    topology
        .owners()
        .elsewhere(group, asked)
        .ifPresent(owner -> error.setOwner(RingReport.describe(owner)));
    return Response.newBuilder().setError(error);
  }
}
