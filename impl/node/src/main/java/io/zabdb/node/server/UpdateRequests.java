package io.zabdb.node.server;

import io.zabdb.core.group.Roster;
import io.zabdb.core.session.Retention;
import io.zabdb.core.step.Refusal;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.UpdateCallback;
import io.zabdb.replica.UpdateRequest;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.WireData;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Update;
import io.zabdb.rpc.wire.Updated;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Takes updates. Thread-safe. */
final class UpdateRequests {

  private static final Encoded NOTHING = new Encoded(new byte[0], List.of(), Bytes.EMPTY);

  private final Topology topology;
  private final Errors errors;
  private final ToLongFunction<ReplicaDriver> clock;
  private final Retention kept;
  private final int longest;
  private final NodeHits hits;

  /**
   * @param clock with what time a replica may stamp a command, in milliseconds since 1970; 0: it
   *     does not know yet
   * @param kept how much is remembered of sessions, if this node leads
   * @param longest how many bytes the longest update has that a replica takes, encoded
   * @param hits count what is answered
   */
  UpdateRequests(
      Topology topology,
      Errors errors,
      ToLongFunction<ReplicaDriver> clock,
      Retention kept,
      int longest,
      NodeHits hits) {
    this.topology = topology;
    this.errors = errors;
    this.clock = clock;
    this.kept = kept;
    this.longest = longest;
    this.hits = hits;
  }

  void handle(Update update, ReplicaDriver replica, Responder responder) {
    if (update.getSeq() < 1) {
      responder.respond(
          Errors.of(
              ErrorCode.INVALID_ARGUMENT,
              "the number of a request in its session is " + update.getSeq() + ", it begins at 1"));
    } else if (update.getSession() == Roster.SESSION || update.getSession() == Structure.SESSION) {
      responder.respond(
          Errors.of(
              ErrorCode.INVALID_ARGUMENT,
              "session " + update.getSession() + " is that of the group itself; use another one"));
    } else {
      try {
        String partition = update.hasNoOperation() ? "" : update.getPartition();
        long time = clock.applyAsLong(replica);
        if (time == 0 && !update.hasNoOperation()) {
          responder.respond(timeless());
          return;
        }
        Encoded encoded = update.hasNoOperation() ? NOTHING : encode(update, time);
        if (!update.hasOpened() && !update.hasNoOperation()) {
          responder.respond(notOpened(update.getGroup(), encoded.tokens(), replica));
          return;
        }
        replica.update(
            new UpdateRequest(
                partition,
                encoded.tokens(),
                update.getSession(),
                update.getSeq(),
                encoded.payload(),
                answering(update.getGroup(), encoded, responder)));
      } catch (ZabException e) {
        responder.respond(Errors.of(e));
      } catch (WrongOwnerException e) {
        responder.respond(errors.wrongOwner(update.getGroup(), List.of(e.asked()), e.getMessage()));
      }
    }
  }

  /** Answers what became of an update. */
  UpdateCallback answering(int group, Encoded update, Responder responder) {
    return new Answering(group, update, responder);
  }

  /**
   * Tells the time, if the group has the partition: its time may be of long ago until then, and the
   * sessions of the partition that are as old forgotten.
   */
  private Response.Builder notOpened(int group, List<Long> tokens, ReplicaDriver replica) {
    return topology.owners().isOwn(group, tokens)
        ? Errors.notOpened(replica.appliedTime())
        : wrongOwner(
            group, tokens, "group " + group + " has not, or not yet, what the update is for");
  }

  private Response.Builder wrongOwner(int group, List<Long> tokens, String why) {
    return errors.wrongOwner(group, tokens.stream().map(TokenRange::of).toList(), why);
  }

  private Response.Builder diskFull() {
    return Errors.of(
        ErrorCode.DISK_FULL,
        "the disk of node " + topology.node() + " has no room for updates; reads go on");
  }

  private Response.Builder timeless() {
    return Errors.of(
        ErrorCode.OVERLOADED,
        "node " + topology.node() + " does not know yet of clocks of a quorum that agree");
  }

  /**
   * An update as it is logged.
   *
   * @param tokens of its rows
   * @param row the first of them; empty: there is none
   */
  record Encoded(byte[] payload, List<Long> tokens, Bytes row) {}

  private Encoded encode(Update update, long time) {
    AskedPartition partition =
        AskedPartition.of(topology, update.getGroup(), update.getPartition());
    Action action = Conversions.action(update);
    List<Long> tokens = new ArrayList<>();
    for (RowMutation mutation : action.mutations()) {
      tokens.add(partition.tokenOf(mutation.row().array()));
    }
    return new Encoded(
        CommandCodec.encode(
            new Command(update.getPartition(), time, update.getOpened(), kept, action)),
        tokens,
        tokens.isEmpty() ? Bytes.EMPTY : action.mutations().get(0).row());
  }

  private final class Answering implements UpdateCallback {

    private final int group;
    private final Encoded update;
    private final Responder responder;

    Answering(int group, Encoded update, Responder responder) {
      this.group = group;
      this.update = update;
      this.responder = responder;
    }

    @Override
    public void answered(Result result, long index) {
      if (result instanceof Result.Refused refused) {
        boolean isElsewhere = refused.code() == ErrorCode.WRONG_OWNER;
        responder.respond(
            isElsewhere
                ? wrongOwner(group, update.tokens(), refused.message())
                : Errors.of(refused.code().seen(), refused.message()));
        return;
      }
      hits.updated(group, update.tokens(), update.row());
      Updated.Builder updated = Updated.newBuilder().setIndex(index).setDone(true);
      if (result instanceof Result.Done done) {
        updated.setVersion(WireData.version(done.version()));
      } else if (result instanceof Result.NotDone) {
        updated.setDone(false);
      }
      responder.respond(Response.newBuilder().setUpdated(updated));
    }

    @Override
    public void forgotten(boolean isSessionKnown) {
      responder.respond(isSessionKnown ? Errors.forgotten() : Errors.tooOld());
    }

    @Override
    public void refusedWhenApplied() {
      responder.respond(Errors.refusedWhenApplied());
    }

    @Override
    public void refused(Refusal refusal, int leader) {
      responder.respond(
          refusal == Refusal.TOO_LARGE
              ? Errors.tooLarge(group, update.payload().length, longest)
              : errors.refusal(group, refusal, leader));
    }

    @Override
    public void notAdmitted(String why) {
      responder.respond(wrongOwner(group, update.tokens(), why));
    }

    @Override
    public void apart(String why) {
      responder.respond(Errors.of(ErrorCode.INVALID_ARGUMENT, why));
    }

    @Override
    public void unknown() {
      responder.respond(errors.notLeader(group, topology.leader(group).member(), true));
    }

    @Override
    public boolean isAbandoned() {
      return responder.isAbandoned();
    }

    @Override
    public void abandoned() {
      responder.respond(Errors.abandoned());
    }

    @Override
    public void diskFull() {
      responder.respond(UpdateRequests.this.diskFull());
    }
  }
}
