package io.zabdb.core.zab;

import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Refusal;
import io.zabdb.core.transfer.LeadershipTransfer;

/**
 * What a leader takes on from clients, and what it refuses. Not thread-safe.
 *
 * <pre>
 * leader                             an update, a read
 * not established                    NOT_LEADER
 * not established, takes over        held, as far as there is room
 * established                        logged; read after a round
 * established, hands over            held; read after a round
 * </pre>
 */
final class LeaderClients {

  private final LeaderState leader;
  private final Context context;
  private final ReplicaState state;
  private final LeaderBroadcast broadcast;
  private final LeadershipTransfer transfer;
  private final Guards guards;

  /** Updates that wait while none are admitted. */
  private final HeldRequests held;

  /** Leadership was handed over to it: clients wait here until it is established. */
  private final boolean takesOver;

  LeaderClients(
      LeaderState leader,
      LeaderBroadcast broadcast,
      LeadershipTransfer transfer,
      Guards guards,
      boolean takesOver) {
    this.leader = leader;
    this.context = leader.context;
    this.state = leader.replica;
    this.broadcast = broadcast;
    this.transfer = transfer;
    this.guards = guards;
    this.takesOver = takesOver;
    this.held = new HeldRequests(context.settings.limits());
  }

  /** Whether clients may ask this replica: it leads, or will as soon as it can. */
  private boolean isOpenToClients() {
    return leader.isEstablished() || takesOver;
  }

  /** {@code LeadershipTransfer!Admits}: not while it takes over, nor while it hands over. */
  boolean admits() {
    return leader.isEstablished() && transfer.admits();
  }

  /** Whether it holds updates until it is established. */
  boolean takesOver() {
    return takesOver && !leader.isEstablished();
  }

  void clientRequest(Input.ClientRequest request) {
    boolean isFresh = guards.fresh(leader, request.session(), request.seq());
    if (!isOpenToClients()) {
      refuse(request.token(), Refusal.NOT_LEADER);
    } else if (request.payload().length > context.settings.limits().payloadBytes()) {
      refuse(request.token(), Refusal.TOO_LARGE);
    } else if (!admits() && isFresh) {
      hold(request);
    } else if (!leader.requests.hasRoomFor(request.payload().length)) {
      refuse(request.token(), Refusal.OVERLOADED);
    } else if (isFresh) {
      log(request);
    } else {
      awaitFirstAttempt(request);
    }
  }

  private void log(Input.ClientRequest request) {
    leader.requests.addLogged(
        request.token(),
        request.session(),
        request.seq(),
        state.history.length() + 1,
        request.payload().length);
    broadcast.clientRequest(request.session(), request.seq(), request.payload());
  }

  private void awaitFirstAttempt(Input.ClientRequest retry) {
    leader.requests.addRetry(
        retry.token(), retry.session(), retry.seq(), leader.sessions.lastIndex(retry.session()));
    leader.requests.committed(state.lastCommitted);
  }

  private void hold(Input.ClientRequest request) {
    if (!held.add(request)) {
      refuse(request.token(), Refusal.OVERLOADED);
    }
  }

  void clientRead(Input.ClientRead read) {
    if (!isOpenToClients()) {
      refuse(read.token(), Refusal.NOT_LEADER);
    } else if (leader.reads.size() >= context.settings.limits().readsWaiting()) {
      refuse(read.token(), Refusal.OVERLOADED);
    } else {
      leader.reads.add(read.token());
    }
  }

  private void refuse(long token, Refusal refusal) {
    int known = leader.isEstablished() ? context.self() : -1;
    context.output(new Output.Refuse(token, refusal, known));
  }

  /** Those that were held come in. */
  void admit() {
    if (!held.isEmpty() && admits()) {
      held.takeAll().forEach(this::clientRequest);
    }
  }

  /**
   * It leads no longer.
   *
   * @param successor where clients are sent, or -1
   */
  void abandon(int successor) {
    leader.requests.abandon();
    leader.reads.abandon().forEach(token -> sendAway(token, successor));
    held.takeAll().forEach(request -> sendAway(request.token(), successor));
  }

  private void sendAway(long token, int successor) {
    context.output(new Output.Refuse(token, Refusal.NOT_LEADER, successor));
  }
}
