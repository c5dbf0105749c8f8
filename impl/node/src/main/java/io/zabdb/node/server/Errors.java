package io.zabdb.node.server;

import io.zabdb.core.step.Refusal;
import io.zabdb.node.config.Address;
import io.zabdb.storage.data.StorageException;
import io.zabdb.transport.wire.Error;
import io.zabdb.transport.wire.ErrorCode;
import io.zabdb.transport.wire.Response;

/**
 * Errors as clients see them. Unless said otherwise, the request has not happened and never will.
 */
final class Errors {

  private final Topology topology;

  Errors(Topology topology) {
    this.topology = topology;
  }

  static Response.Builder of(ErrorCode code, String message) {
    return Response.newBuilder().setError(Error.newBuilder().setCode(code).setMessage(message));
  }

  static Response.Builder of(StorageException error) {
    return of(codeOf(error.code()), error.getMessage());
  }

  /** A read has failed here: others of the group, if there are any, have what is damaged here. */
  Response.Builder notReadable(int group, StorageException error) {
    boolean alone = topology.group(group).map(known -> known.nodes().size() == 1).orElse(true);
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

  static ErrorCode codeOf(io.zabdb.storage.data.ErrorCode code) {
    return switch (code) {
      case INVALID_ARGUMENT, ALREADY_EXISTS -> ErrorCode.INVALID_ARGUMENT;
      case TOO_LARGE -> ErrorCode.TOO_LARGE;
      case NOT_FOUND -> ErrorCode.NOT_FOUND;
      case STALE -> ErrorCode.STALE;
      case TOO_OLD -> ErrorCode.TOO_OLD;
      case CORRUPT -> ErrorCode.CORRUPT;
      case IO -> ErrorCode.INTERNAL;
      case NO_SPACE -> ErrorCode.DISK_FULL;
    };
  }

  Response.Builder refusal(int group, Refusal refusal, int leader) {
    return switch (refusal) {
      case NOT_LEADER -> notLeader(group, leader, false);
      case OVERLOADED ->
          of(ErrorCode.OVERLOADED, "group " + group + " has as much under way as it may have");
      case TOO_LARGE ->
          of(ErrorCode.TOO_LARGE, "the update is longer than group " + group + " takes");
    };
  }

  /** The client's time was over before the request was begun. */
  static Response.Builder abandoned() {
    return of(
        ErrorCode.TIMEOUT, "the time that the client gave was over before the request was begun");
  }

  /** The update has been done, and what came of it is forgotten. */
  static Response.Builder forgotten() {
    return Response.newBuilder()
        .setError(
            Error.newBuilder()
                .setCode(ErrorCode.STALE)
                .setMessage("the session has gone on to later requests")
                .setMayHaveHappened(true));
  }

  /** Nobody knows whether the update was run, which is in the log: its session is forgotten. */
  static Response.Builder tooOld() {
    return Response.newBuilder()
        .setError(
            Error.newBuilder()
                .setCode(ErrorCode.TOO_OLD)
                .setMessage("the session was forgotten since the update was logged")
                .setMayHaveHappened(true));
  }

  /**
   * The update does not say when its session was opened.
   *
   * @param time what it may say, an applied time in milliseconds
   */
  static Response.Builder notOpened(long time) {
    return Response.newBuilder()
        .setError(
            Error.newBuilder()
                .setCode(ErrorCode.NOT_OPENED)
                .setMessage("the update must say when its session was opened")
                .setTime(time));
  }

  /**
   * This node does not lead.
   *
   * @param leader the member that seems to, or -1
   */
  Response.Builder notLeader(int group, int leader, boolean mayHaveHappened) {
    Error.Builder error = Error.newBuilder().setMayHaveHappened(mayHaveHappened);
    int node = nodeOf(group, leader);
    if (node < 0) {
      error
          .setCode(ErrorCode.NO_QUORUM)
          .setMessage("node " + topology.node() + " knows of no leader of group " + group);
    } else {
      error
          .setCode(ErrorCode.NOT_LEADER)
          .setMessage("node " + node + " seems to lead group " + group)
          .setLeaderNodePlusOne(node + 1)
          .setLeaderAddress(topology.clientAddress(node).map(Address::toString).orElse(""));
    }
    return Response.newBuilder().setError(error);
  }

  /** The node of a member, or -1. */
  int nodeOf(int group, int member) {
    return member < 0
        ? -1
        : topology.group(group).map(config -> config.nodes().get(member)).orElse(-1);
  }

  Response.Builder wrongOwner(String message) {
    return Response.newBuilder()
        .setError(
            Error.newBuilder()
                .setCode(ErrorCode.WRONG_OWNER)
                .setMessage(message)
                .setRingVersion(topology.ring().version()));
  }
}
