package io.zabdb.client.call;

import io.zabdb.client.net.Peer;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.RingPartition;
import java.util.concurrent.CompletableFuture;

/**
 * An operation under way. It is sent to the node that seems to lead; if that node cannot be
 * reached, says that it does not lead, or is silent, the operation is sent to others, until one
 * answers or time is up. All attempts of an update carry the same stamp, so it happens at most
 * once. For turns only.
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

  /** How many rounds of all members there are between looks at the ring. */
  private static final int ROUNDS_PER_FETCH = 8;

  /** How often an owner refuses that seems to be the right one, between looks at the ring. */
  private static final int REFUSALS_PER_FETCH = 4;

  /** After so many looks at the ring it is doubted that whoever refuses leads the group. */
  private static final int LOOKS_PER_DOUBT = 4;

  private enum Wait {
    ANSWER,
    LEADER,
    RING,
    WHILE
  }

  private final Caller caller;
  private final Operation<T> operation;
  private final CallTimer timer;
  private final CallNews<T> news;
  private final OpenAttempts<T> open;
  private final Answers<T> answers;
  private final UpdateSession session;

  private RingPartition place;
  private KnownGroup group;
  private Wait wait = Wait.ANSWER;
  private boolean isDone;
  private int steps;
  private int replicas;
  private int rounds;
  private int refusals;
  private boolean hasFetched;
  private ZabException last;

  Call(Caller caller, Operation<T> operation, CompletableFuture<T> future, long timeout) {
    this.caller = caller;
    this.operation = operation;
    timer = new CallTimer(caller, timeout, this::expire);
    news = new CallNews<>(caller, operation.name(), future, timer);
    open = new OpenAttempts<>(caller, operation, timer, this::ended);
    session = new UpdateSession(caller, operation.kind() == OperationKind.UPDATE);
    answers = new Answers<>(caller, this, isForAnyReplica(), session, news);
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
    Way way = isForAnyReplica() ? anyReplica() : group.way();
    if (way == null) {
      seek();
      return;
    }
    if (!isForAnyReplica()) {
      caller.tryDirectWay(group);
    }
    send(way);
    watch();
  }

  private Way anyReplica() {
    Peer next = group.next();
    return next == null ? null : group.direct(next);
  }

  private boolean isForAnyReplica() {
    return operation.kind().isForAnyReplica();
  }

  KnownGroup group() {
    return group;
  }

  /** Takes another session instead of one that is forgotten, if no attempt may have been made. */
  boolean replaceSession() {
    return session.replace(!open.isEmpty());
  }

  private void settle(RingPartition now) {
    if (now.equals(place)) {
      return;
    }
    place = now;
    group = caller.routing().group(now.group());
    session.settle(now, !open.isEmpty());
  }

  private void send(Way way) {
    open.add(new Attempt(way, group, place, session.stamp(), caller.timers().now()));
  }

  /** Asks all who may lead, themselves. */
  private void sendToAll() {
    group.candidates().forEach(member -> send(group.direct(member)));
  }

  private void ended(Attempt attempt, Ending<T> ending) {
    if (!isDone) {
      // Whoever waited for the same leader goes on ahead of it, and it does not begin again.
      isDone = ending instanceof Ending.Success;
      answers.take(attempt, ending);
    }
  }

  /** Whether it waits for an answer or for a leader. */
  boolean isSeeking() {
    return wait == Wait.ANSWER || wait == Wait.LEADER;
  }

  /** Whether it may ask another node without a pause. */
  boolean hasSteps() {
    return steps < MAX_STEPS;
  }

  /** Asks another node at once, beside those that are asked already. */
  void follow(Way way) {
    steps++;
    send(way);
    if (wait == Wait.ANSWER) {
      watch();
    }
  }

  // -- waiting for an answer

  private void watch() {
    timer.arm(caller.settings().quietAfter(), this::quiet);
  }

  /** There was no answer for a while. */
  private void quiet() {
    if (open.isEmpty()) {
      goOn();
      return;
    }
    Attempt attempt = open.newest();
    long quietAfter = caller.settings().quietAfter();
    long now = caller.timers().now();
    long waited = now - attempt.since;
    long silence = Math.min(waited, now - attempt.peer().lastAnswer());
    if (silence >= quietAfter) {
      news.hedged(attempt.peer());
      attempt.group.lost(attempt.way);
      seek();
    } else if (waited >= SLOW * quietAfter) {
      // It answers others. Whether it can do this, others may know.
      sendToAll();
      timer.arm(SLOW * quietAfter, this::quiet);
    } else {
      timer.arm(quietAfter - silence, this::quiet);
    }
  }

  // -- waiting for a leader

  /** This node cannot do it now. */
  void tryOthers(Attempt attempt) {
    tellRetried(attempt);
    if (wait == Wait.ANSWER && open.isEmpty()) {
      if (hasSteps()) {
        steps++;
        seek();
      } else {
        pause(this::goOn);
      }
    }
  }

  /** This is the node, but not the time. */
  void tryLater(Attempt attempt) {
    tellRetried(attempt);
    if (wait == Wait.ANSWER && open.isEmpty()) {
      pause(this::goOn);
    }
  }

  private void seek() {
    if (group.members().isEmpty()) {
      renewRing();
    } else if (isForAnyReplica()) {
      seekReplica();
    } else {
      wait = Wait.LEADER;
      if (group.await(this)) {
        scout();
      } else {
        timer.armDeadline();
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
      // All that are known have had their turn: others may have come in their place.
      fetchNowAndThen();
      pause(this::goOn);
    }
  }

  /** From now on this call is one of those that look for the leader. */
  void becomeScout() {
    timer.armPause(this::scout);
  }

  /** Asks all members, again and again. */
  private void scout() {
    steps = 0;
    sendToAll();
    fetchNowAndThen();
    timer.armPause(this::scout);
  }

  /** After some rounds of all members. */
  private void fetchNowAndThen() {
    rounds++;
    if (rounds % ROUNDS_PER_FETCH == 0) {
      caller.routing().fetch();
    }
  }

  // -- waiting for a ring

  /**
   * The group does not own what it was asked for. If it says who does, and that is news, that group
   * is asked at once. If not, it may be about to get it, or to say to whom it gave it: then it is
   * asked again after a pause. If it still knows of nobody, others may.
   *
   * @param isNews whether it named a group, by a later attempt than was known
   * @param isNamed whether it named any
   * @return whether so many looks at the ring have led to the same refusal that whoever refuses may
   *     be none of the group
   */
  boolean lookForOwner(boolean isNews, boolean isNamed) {
    leaveGroup();
    refusals++;
    if (isNews && hasSteps()) {
      steps++;
      goOn();
      return false;
    }
    boolean looks = refusals % REFUSALS_PER_FETCH == 0 || (refusals == 2 && !isNamed);
    pause(looks ? this::awaitRing : this::goOn);
    return refusals % (LOOKS_PER_DOUBT * REFUSALS_PER_FETCH) == 0;
  }

  /** Asks who is in the group now. */
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
    timer.armDeadline();
    caller.routing().await(this);
  }

  /** No node has told a ring so far. */
  void ringUnknown(ZabException failure) {
    note(failure);
    if (failure.code() == ErrorCode.WRONG_CLUSTER || failure.code() == ErrorCode.INVALID_ARGUMENT) {
      fail(failure);
    }
  }

  // -- waiting for a while

  private void pause(Runnable then) {
    leaveGroup();
    wait = Wait.WHILE;
    steps = 0;
    timer.armPause(then);
  }

  private void leaveGroup() {
    if (wait == Wait.LEADER) {
      wait = Wait.ANSWER;
      group.leave(this);
    }
  }

  // -- the end

  /** This went wrong last. */
  void note(ZabException failure) {
    last = failure;
  }

  void succeed(T result) {
    finish();
    session.answered();
    news.succeeded(result);
  }

  /** Time is up. */
  private void expire() {
    boolean isOpen = finish();
    session.ended(isOpen);
    session.release();
    news.expired(isOpen, session.isUnsure(), last);
  }

  /**
   * The end by a refusal. If an attempt may have happened before, a refusal now does not tell; nor
   * does it tell whether the session has come to the next number.
   */
  void fail(ZabException failure) {
    boolean wasOpen = finish();
    session.ended(wasOpen);
    session.refused();
    news.failed(new ZabException(failure.code(), failure.problem(), session.isUnsure(), failure));
  }

  /** The result is no longer wanted, or the client is closed. */
  void abandon() {
    if (!isDone) {
      session.ended(finish());
      session.release();
      news.abandoned(session.isUnsure(), last);
    }
  }

  /** Returns whether a node may be working on it still. */
  private boolean finish() {
    isDone = true;
    timer.stop();
    leaveGroup();
    caller.routing().leave(this);
    caller.ended(this);
    return open.dropOrSent();
  }

  /** Its listener hears that this attempt was in vain. */
  void tellRetried(Attempt attempt) {
    news.retried(attempt.peer(), last.code());
  }
}
