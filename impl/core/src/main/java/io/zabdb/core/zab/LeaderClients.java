package io.zabdb.core.zab;

import io.zabdb.core.state.Phase;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Refusal;

/** What a leader takes on from clients, and what it refuses. */
abstract class LeaderClients extends LeaderReads {

  /** Updates that wait while none are admitted. */
  final HeldRequests held;

  /** Leadership was handed over to it: clients wait here until it is established. */
  private boolean takingOver;

  protected LeaderClients(Context context) {
    super(context);
    held = new HeldRequests(context.settings.limits());
  }

  @Override
  void expectClients() {
    takingOver = true;
  }

  /** Whether clients may ask this replica: it leads, or will as soon as it can. */
  private boolean isOpenToClients() {
    return phase == Phase.BROADCAST || takingOver;
  }

  /** {@code LeadershipTransfer!Admits}: not while it takes over, nor while it hands over. */
  boolean admits() {
    return phase == Phase.BROADCAST && context.transfer.admits();
  }

  @Override
  void clientRequest(Input.ClientRequest request) {
    boolean isFresh = fresh(request.session(), request.seq());
    if (!isOpenToClients()) {
      refuse(request.token(), Refusal.NOT_LEADER);
    } else if (request.payload().length > context.settings.limits().payloadBytes()) {
      refuse(request.token(), Refusal.TOO_LARGE);
    } else if (!admits() && isFresh) {
      hold(request);
    } else if (!requests.hasRoomFor(request.payload().length)) {
      refuse(request.token(), Refusal.OVERLOADED);
    } else if (isFresh) {
      requests.addLogged(
          request.token(),
          request.session(),
          request.seq(),
          state.history.length() + 1,
          request.payload().length);
      clientRequest(request.session(), request.seq(), request.payload());
    } else {
      requests.addRetry(
          request.token(), request.session(), request.seq(), sessions.lastIndex(request.session()));
      requests.committed(state.lastCommitted);
    }
  }

  private void hold(Input.ClientRequest request) {
    if (!held.add(request)) {
      refuse(request.token(), Refusal.OVERLOADED);
    }
  }

  @Override
  void clientRead(Input.ClientRead read) {
    if (!isOpenToClients()) {
      refuse(read.token(), Refusal.NOT_LEADER);
    } else if (reads.size() >= context.settings.limits().readsWaiting()) {
      refuse(read.token(), Refusal.OVERLOADED);
    } else {
      reads.add(read.token());
    }
  }
}
