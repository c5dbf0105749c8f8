package io.zabdb.core.zab;

import io.zabdb.core.group.Settings.Limits;
import io.zabdb.core.step.Input.ClientRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Updates that wait, in order, for a leader that admits none for the time being, within {@link
 * Limits}. They are in no log: to refuse one is definite. Not thread-safe.
 */
final class HeldRequests {

  private final Limits limits;
  private List<ClientRequest> held = new ArrayList<>();
  private long bytes;

  HeldRequests(Limits limits) {
    this.limits = limits;
  }

  /** Whether there was room for it. */
  boolean add(ClientRequest request) {
    int payload = request.payload().length;
    if (held.size() >= limits.entriesInFlight() || bytes + payload > limits.bytesInFlight()) {
      return false;
    }
    bytes += payload;
    return held.add(request);
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  /** All of them; none is left. */
  List<ClientRequest> takeAll() {
    List<ClientRequest> all = held;
    held = new ArrayList<>();
    bytes = 0;
    return all;
  }
}
