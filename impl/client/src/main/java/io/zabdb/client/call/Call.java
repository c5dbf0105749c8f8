package io.zabdb.client.call;

import io.zabdb.client.net.Peer;
import io.zabdb.client.time.Timers;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * An operation under way. It is sent to whoever seems to lead; if that node cannot be reached, says
 * that it does not lead, or is silent, the operation is sent to others, until one answers or time
 * is up. All attempts of an update carry the same stamp, so it happens at most once. For turns
 * only.
 *
 * <p>What it waits for: an answer (a timer watches for silence); a leader (in its {@link
 * KnownGroup}); a ring (in {@link Routing}); or a while. Whatever it waits for, attempts may be
 * open, and the first that succeeds is the end.
 *
 * @param <T> of the result
 */
final class Call<T> {

  /** How often it goes from one node to the next without a pause. */
  private static final int MAX_STEPS = 4;

  /** Others are asked, too, when a node that answers others is that many times as slow. */
  private static final int SLOW = 10;

  /** How many rounds of a scout there are between looks at the ring. */
  private static final int ROUNDS_PER_FETCH = 8;

  private enum Wait {
    ANSWER,
    LEADER,
    RING,
    WHILE
  }

  private final Caller caller;
  private final Operation<T> operation;
  private final CompletableFuture<T> future;
  private final long began;
  private final long deadline;
  private final List<Attempt> open = new ArrayList<>(1);

  private RingPartition place;
  private KnownGroup group;
  private Session session;
  private Backoff backoff;
  private Timers.Alarm timer;
  private int arming;
  private Wait wait = Wait.ANSWER;
  private boolean isDone;
  private int steps;
  private int replicas;
  private int rounds;
  private boolean hasFetched;
  private ZabException last;

  /** Whether an attempt of an update that is no longer open may have happened. */
  private boolean isUnsure;

  Call(Caller caller, Operation<T> operation, CompletableFuture<T> future, long timeout) {
    this.caller = caller;
    this.operation = operation;
    this.future = future;
    began = caller.timers().now();
    deadline = began + timeout;
  }

  int bytes() {
    return operation.bytes();
  }

  // -- where to

  /** Begins, or begins again: what it waited for has come. */
  void goOn() {
    if (isDone) {
      return;
    }
    leaveGroup();
    wait = Wait.ANSWER;
    RingPartition now;
    try {
      now = caller.routing().place(operation);
    } catch (ZabException e) {
      fail(e);
      return;
    }
    if (now == null) {
      awaitRing();
      return;
    }
    settle(now);
    Way way = isStale() ? anyReplica() : group.way();
    if (way == null) {
      seek();
      return;
    }
    Detour detour = group.detour();
    if (!isStale() && detour != null && detour.begin(caller.timers().now())) {
      caller.tryDirectWay(group, detour);
    }
    send(way);
    watch();
  }

  private Way anyReplica() {
    Peer next = group.next();
    return next == null ? null : group.direct(next);
  }

  private boolean isStale() {
    return operation.kind() == OperationKind.STALE_READ;
  }

  private boolean isUpdate() {
    return operation.kind() == OperationKind.UPDATE;
  }

  private void settle(RingPartition now) {
    if (now.equals(place)) {
      return;
    }
    place = now;
    group = caller.routing().group(now.group());
    if (!isUpdate()) {
      return;
    }
    if (session != null && !isUnsure && open.isEmpty()) {
      session.unused();
      session = null;
    }
    // One that may have been used goes along: the partition remembers it.
    if (session == null) {
      session = caller.sessions(now).take();
    }
  }

  private void send(Way way) {
    for (Attempt attempt : open) {
      if (attempt.way.equals(way)) {
        return;
      }
    }
    Stamp stamp = isUpdate() ? session.stamp() : null;
    Attempt attempt = new Attempt(way, group, place, stamp, caller.timers().now());
    open.add(attempt);
    caller.turns().behind(() -> exchange(attempt));
    caller.tell(listener -> listener.attempted(operation.name(), way.peer().address()));
  }

  /** Asks all members themselves. */
  private void sendToAll() {
    group.members().forEach(member -> send(group.direct(member)));
  }

  /** Behind the turn. */
  private void exchange(Attempt attempt) {
    attempt
        .peer()
        .exchange(
            () -> request(attempt),
            outcome -> {
              Ending<T> ending = Ending.of(operation, attempt, outcome);
              caller.turns().take(() -> ended(attempt, ending));
            });
  }

  private Request.Builder request(Attempt attempt) {
    if (!attempt.maySend()) {
      return null;
    }
    long left = TimeUnit.NANOSECONDS.toMillis(deadline - caller.timers().now());
    return operation
        .request(attempt.place, attempt.stamp)
        .setForward(attempt.way.forwards())
        .setTimeoutMillis((int) Math.max(1, Math.min(left, Integer.MAX_VALUE)));
  }

  // -- what came back

  private void ended(Attempt attempt, Ending<T> ending) {
    open.remove(attempt);
    if (isDone) {
      return;
    }
    if (ending instanceof Ending.Success<T> success) {
      isDone = true;
      if (!isStale()) {
        learnFrom(attempt);
      }
      succeed(success.result());
    } else if (ending instanceof Ending.NodeRefusal<T> refusal) {
      isUnsure |= isUpdate() && refusal.error().getMayHaveHappened();
      last = refusal.failure();
      refused(attempt, refusal.error());
    } else if (ending instanceof Ending.Cut<T> broken) {
      isUnsure |= isUpdate();
      unreachable(attempt, broken.failure());
    } else if (ending instanceof Ending.Unsent<T> notSent) {
      unreachable(attempt, notSent.failure());
    } else if (ending instanceof Ending.Nonsense<T> nonsense) {
      isUnsure |= isUpdate();
      fail(nonsense.failure());
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
      caller.tell(
          listener ->
              listener.forwarded(operation.name(), attempt.peer().address(), round.address()));
    }
  }

  private void unreachable(Attempt attempt, ZabException failure) {
    last = failure;
    if (failure.code() != ErrorCode.UNREACHABLE && failure.code() != ErrorCode.WRONG_CLUSTER) {
      fail(failure);
      return;
    }
    attempt.group.lost(attempt.way);
    tryOthers(attempt);
  }

  private void refused(Attempt attempt, Error error) {
    switch (WireErrors.code(error)) {
      case NOT_LEADER -> notLeader(attempt, error);
      case NO_QUORUM, UNAVAILABLE -> {
        attempt.group.leadsNot(attempt.way);
        tryOthers(attempt);
      }
      case OVERLOADED, TIMEOUT -> tryLater(attempt);
      case WRONG_OWNER -> {
        tellRetried(attempt);
        if (wait == Wait.ANSWER || wait == Wait.LEADER) {
          renewRing();
        }
      }
      case NOT_OPENED -> {
        session.open(error.getTime());
        steps++;
        if (steps <= MAX_STEPS) {
          follow(attempt.way);
        } else {
          tryOthers(attempt);
        }
      }
      case TOO_OLD -> tooOld(attempt);
      case STALE -> {
        isUnsure = isUpdate();
        fail(last);
      }
      default -> {
        if (error.getMayHaveHappened()) {
          tryOthers(attempt);
        } else {
          fail(last);
        }
      }
    }
  }

  private void notLeader(Attempt attempt, Error error) {
    attempt.group.leadsNot(attempt.way);
    Peer hint = attempt.group.isEntry() ? null : caller.hinted(error);
    boolean isNews = hint != null && hint != attempt.peer() && attempt.group == group;
    boolean mayFollow = (wait == Wait.ANSWER || wait == Wait.LEADER) && steps < MAX_STEPS;
    if (!isNews || !mayFollow || isStale()) {
      tryOthers(attempt);
    } else if (group.hinted(hint)) {
      steps++;
      caller.tell(
          listener ->
              listener.redirected(operation.name(), attempt.peer().address(), hint.address()));
      follow(group.direct(hint));
    } else if (!attempt.way.forwards() && group.isOutOfReach(hint)) {
      steps++;
      last =
          ZabException.of(
              ErrorCode.UNREACHABLE, last.problem() + ", which cannot be reached from here");
      follow(new Way(attempt.peer(), true));
    } else {
      tryOthers(attempt);
    }
  }

  /** The session is forgotten. If no attempt may have been made, another session can make one. */
  private void tooOld(Attempt attempt) {
    session.forgotten();
    if (isUnsure || !open.isEmpty()) {
      isUnsure = true;
      fail(last);
      return;
    }
    session = caller.sessions(place).take();
    tryLater(attempt);
  }

  private void follow(Way way) {
    send(way);
    if (wait == Wait.ANSWER) {
      watch();
    }
  }

  // -- waiting for an answer

  private void watch() {
    arm(caller.settings().quietAfter(), this::quiet);
  }

  /** There was no answer for a while. */
  private void quiet() {
    if (open.isEmpty()) {
      goOn();
      return;
    }
    Attempt attempt = open.get(open.size() - 1);
    long quietAfter = caller.settings().quietAfter();
    long now = caller.timers().now();
    long waited = now - attempt.since;
    long silence = Math.min(waited, now - attempt.peer().lastAnswer());
    if (silence >= quietAfter) {
      caller.tell(listener -> listener.hedged(operation.name(), attempt.peer().address()));
      attempt.group.lost(attempt.way);
      seek();
    } else if (waited >= SLOW * quietAfter) {
      // It answers others. Whether it can do this, others may know.
      sendToAll();
      arm(SLOW * quietAfter, this::quiet);
    } else {
      arm(quietAfter - silence, this::quiet);
    }
  }

  // -- waiting for a leader

  /** This node cannot do it now. */
  private void tryOthers(Attempt attempt) {
    tellRetried(attempt);
    if (wait == Wait.ANSWER && open.isEmpty()) {
      steps++;
      if (steps <= MAX_STEPS) {
        seek();
      } else {
        pause(this::goOn);
      }
    }
  }

  /** This is the node, but not the time. */
  private void tryLater(Attempt attempt) {
    tellRetried(attempt);
    if (wait == Wait.ANSWER && open.isEmpty()) {
      pause(this::goOn);
    }
  }

  private void seek() {
    if (group.members().isEmpty()) {
      renewRing();
    } else if (isStale()) {
      seekReplica();
    } else {
      wait = Wait.LEADER;
      if (group.await(this)) {
        scout();
      } else {
        armDeadline();
      }
    }
  }

  /** Any other replica will do. */
  private void seekReplica() {
    replicas++;
    if (replicas % group.members().size() != 0) {
      send(anyReplica());
      watch();
    } else {
      pause(this::goOn);
    }
  }

  /** From now on this call is one of those that look for the leader. */
  void becomeScout() {
    arm(nextBackoff(), this::scout);
  }

  /** Asks all members, again and again. */
  private void scout() {
    steps = 0;
    sendToAll();
    rounds++;
    if (rounds % ROUNDS_PER_FETCH == 0) {
      caller.routing().fetch();
    }
    arm(nextBackoff(), this::scout);
  }

  // -- waiting for a ring

  private void renewRing() {
    leaveGroup();
    if (hasFetched) {
      pause(this::awaitRing);
    } else {
      awaitRing();
    }
  }

  private void awaitRing() {
    hasFetched = true;
    wait = Wait.RING;
    armDeadline();
    caller.routing().await(this);
  }

  /** Nobody told a ring so far. */
  void ringUnknown(ZabException failure) {
    last = failure;
    if (failure.code() == ErrorCode.WRONG_CLUSTER || failure.code() == ErrorCode.INVALID_ARGUMENT) {
      fail(failure);
    }
  }

  // -- waiting for a while

  private void pause(Runnable then) {
    leaveGroup();
    wait = Wait.WHILE;
    steps = 0;
    arm(nextBackoff(), then);
  }

  private long nextBackoff() {
    if (backoff == null) {
      backoff = caller.newBackoff();
    }
    return backoff.next();
  }

  private void leaveGroup() {
    if (wait == Wait.LEADER) {
      wait = Wait.ANSWER;
      group.leave(this);
    }
  }

  private void armDeadline() {
    arm(Long.MAX_VALUE, this::armDeadline);
  }

  /** Rings after so many nanoseconds, or when time is up. */
  private void arm(long delay, Runnable action) {
    if (timer != null) {
      timer.cancel();
    }
    arming++;
    int armed = arming;
    long wait = Math.max(0, Math.min(delay, deadline - caller.timers().now()));
    timer = caller.timers().in(wait, () -> caller.turns().take(() -> rung(armed, action)));
  }

  private void rung(int armed, Runnable action) {
    if (isDone || armed != arming) {
      return;
    }
    if (caller.timers().now() >= deadline) {
      expire();
    } else {
      action.run();
    }
  }

  // -- the end

  private void succeed(T result) {
    finish();
    if (isUpdate() && session.isOf(caller.sessions(place))) {
      session.answered();
    }
    caller.tell(listener -> listener.succeeded(operation.name(), caller.since(began)));
    caller.turns().behind(() -> future.complete(result));
  }

  /** Time is up. */
  private void expire() {
    boolean isOpen = finish();
    isUnsure |= isUpdate() && isOpen;
    ErrorCode code = isUnsure || isOpen || last == null ? ErrorCode.TIMEOUT : last.code();
    String problem =
        operation.name()
            + " had no result in "
            + TimeUnit.NANOSECONDS.toMillis(deadline - began)
            + " ms"
            + (last == null ? "" : "; last: " + last.problem());
    end(new ZabException(code, problem, isUnsure, last));
  }

  /**
   * The end by a refusal. If an attempt may have happened before, a refusal now does not tell; nor
   * does it tell whether the session has come to the next number.
   */
  private void fail(ZabException failure) {
    boolean wasOpen = finish();
    isUnsure |= isUpdate() && wasOpen;
    session = null;
    end(new ZabException(failure.code(), failure.problem(), isUnsure, failure));
  }

  /** Nobody wants the result any more; or the client is closed. */
  void abandon() {
    if (!isDone) {
      isUnsure |= finish() && isUpdate();
      end(new ZabException(ErrorCode.CLOSED, operation.name() + " was given up", isUnsure, last));
    }
  }

  private void end(ZabException failure) {
    if (session != null && !isUnsure && session.isOf(caller.sessions(place))) {
      session.unused();
    }
    caller.tell(listener -> listener.failed(operation.name(), caller.since(began), failure.code()));
    caller.turns().behind(() -> future.completeExceptionally(failure));
  }

  /** Returns whether a node may be working on it still. */
  private boolean finish() {
    isDone = true;
    if (timer != null) {
      timer.cancel();
    }
    leaveGroup();
    caller.routing().leave(this);
    caller.ended(this);
    boolean isSent = false;
    for (Attempt attempt : open) {
      isSent |= attempt.dropOrSent();
    }
    return isSent;
  }

  private void tellRetried(Attempt attempt) {
    ErrorCode reason = last.code();
    caller.tell(listener -> listener.retried(operation.name(), attempt.peer().address(), reason));
  }
}
