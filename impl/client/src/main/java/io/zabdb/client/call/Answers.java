package io.zabdb.client.call;

import io.zabdb.client.net.Peer;
import io.zabdb.client.wire.RingWire;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Error;

/**
 * What a call makes of how its attempts end: what it learns of the group, and whom it asks next.
 * For turns only.
 *
 * @param <T> of the result
 */
final class Answers<T> {

  private final Caller caller;
  private final Call<T> call;
  private final boolean isForAnyReplica;
  private final UpdateSession session;
  private final CallNews<T> news;

  /**
   * @param isForAnyReplica whether any replica will do
   */
  Answers(
      Caller caller,
      Call<T> call,
      boolean isForAnyReplica,
      UpdateSession session,
      CallNews<T> news) {
    this.caller = caller;
    this.call = call;
    this.isForAnyReplica = isForAnyReplica;
    this.session = session;
    this.news = news;
  }

  /** An attempt of the call has ended, and the call has not. */
  void take(Attempt attempt, Ending<T> ending) {
    if (ending instanceof Ending.Success<T> success) {
      if (!isForAnyReplica) {
        learnFrom(attempt);
      }
      call.succeed(success.result());
    } else if (ending instanceof Ending.NodeRefusal<T> refusal) {
      session.ended(refusal.error().getMayHaveHappened());
      call.note(refusal.failure());
      refused(attempt, refusal);
    } else if (ending instanceof Ending.Cut<T> broken) {
      session.ended(true);
      unreachable(attempt, broken.failure());
    } else if (ending instanceof Ending.Unsent<T> notSent) {
      unreachable(attempt, notSent.failure());
    } else if (ending instanceof Ending.Nonsense<T> nonsense) {
      session.ended(true);
      call.fail(nonsense.failure());
    }
  }

  /** The leader did what was asked. */
  private void learnFrom(Attempt attempt) {
    if (!attempt.way.forwards() || attempt.group.isEntry()) {
      attempt.group.leads(attempt.peer());
      return;
    }
    Peer round = attempt.group.forwarded(attempt.peer(), caller.timers().now());
    if (round != null) {
      news.forwarded(attempt.peer(), round);
    }
  }

  private void unreachable(Attempt attempt, ZabException failure) {
    call.note(failure);
    if (failure.code() != ErrorCode.UNREACHABLE && failure.code() != ErrorCode.WRONG_CLUSTER) {
      call.fail(failure);
      return;
    }
    attempt.group.lost(attempt.way);
    call.tryOthers(attempt);
  }

  private void refused(Attempt attempt, Ending.NodeRefusal<T> refusal) {
    Error error = refusal.error();
    switch (WireErrors.code(error)) {
      case NOT_LEADER -> notLeader(attempt, refusal);
      case NO_QUORUM, UNAVAILABLE -> {
        attempt.group.leadsNot(attempt.way);
        call.tryOthers(attempt);
      }
      case OVERLOADED, TIMEOUT -> call.tryLater(attempt);
      case WRONG_OWNER -> wrongOwner(attempt, error);
      case NOT_OPENED -> {
        session.open(error.getTime());
        if (call.hasSteps()) {
          call.follow(attempt.way);
        } else {
          call.tryOthers(attempt);
        }
      }
      case TOO_OLD -> {
        if (call.replaceSession()) {
          call.tryLater(attempt);
        } else {
          call.fail(refusal.failure());
        }
      }
      case STALE -> {
        session.ended(true);
        call.fail(refusal.failure());
      }
      default -> {
        if (error.getMayHaveHappened()) {
          call.tryOthers(attempt);
        } else {
          call.fail(refusal.failure());
        }
      }
    }
  }

  /** {@code MoveClients!Redirect} if that is news, else {@code MoveClients!Refused}. */
  private void wrongOwner(Attempt attempt, Error error) {
    call.tellRetried(attempt);
    RingPartition owner = ownerNamed(error);
    if (owner != null) {
      caller.routing().correct(owner);
    }
    if (!call.isSeeking()) {
      return;
    }
    boolean isNews =
        owner != null && owner.group() != attempt.place.group() && owner.outweighs(attempt.place);
    boolean isInDoubt = call.lookForOwner(isNews, owner != null);
    if (isInDoubt && owner != null && !isNews) {
      // It knows less, and may have no replica of the group, whoever said that it leads.
      attempt.group.lost(attempt.way);
    }
  }

  /** Null: nobody, or what makes no sense. */
  private static RingPartition ownerNamed(Error error) {
    try {
      return error.hasOwner() ? RingWire.partition(error.getOwner()) : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private void notLeader(Attempt attempt, Ending.NodeRefusal<T> refusal) {
    attempt.group.leadsNot(attempt.way);
    Peer hint = attempt.group.isEntry() ? null : caller.hinted(refusal.error());
    // Of those in the list each has its turn.
    boolean isNext = hint != null && (!isForAnyReplica || !attempt.group.members().contains(hint));
    boolean mayFollow =
        isNext && call.isSeeking() && call.hasSteps() && attempt.group == call.group();
    Way way = mayFollow ? attempt.group.behind(attempt.way, hint) : null;
    if (way == null) {
      call.tryOthers(attempt);
      return;
    }
    if (way.peer() == hint) {
      news.redirected(attempt.peer(), hint);
    } else {
      String problem = refusal.failure().problem() + ", which cannot be reached from here";
      call.note(ZabException.of(ErrorCode.UNREACHABLE, problem));
    }
    call.follow(way);
  }
}
