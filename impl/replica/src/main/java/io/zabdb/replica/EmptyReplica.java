package io.zabdb.replica;

import io.zabdb.core.group.Members;
import io.zabdb.core.state.StateView;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.replica.settings.ReplicaSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A replica with an empty log that is to be heard by everybody who may have something of the group,
 * whether they vote or not, as far as their addresses are known: it would found its group alone, or
 * takes a group again that it had left, all of whose founders may have been replaced. By the loop.
 *
 * <p>Source: {@code docs/decisions/0068}, {@code 0073}.
 */
final class EmptyReplica {

  private static final Logger LOG = LoggerFactory.getLogger(EmptyReplica.class);

  private final ReplicaParts parts;
  private final StateView state;
  private final PeerPort port;

  /**
   * @param state a live view
   */
  EmptyReplica(ReplicaParts parts, StateView state, PeerPort port) {
    this.parts = parts;
    this.state = state;
    this.port = port;
  }

  private boolean looksForOthers() {
    return state.historyLength() == 0 && (!founds() || isLoneFounder());
  }

  private boolean founds() {
    return parts.settings().core().founds();
  }

  private boolean isLoneFounder() {
    return parts.founders().voters() == Members.of(state.self());
  }

  void begin() {
    if (looksForOthers() && founds()) {
      ReplicaSettings settings = parts.settings();
      LOG.info(
          "Group {}: this disk has nothing of it, and this node founds it alone; for {} ms it looks"
              + " for others that have something of it (founding-wait)",
          parts.group(),
          settings.tick().multipliedBy(settings.core().foundingWait()).toMillis());
    }
  }

  /** Addresses may have come to be known in the turn. */
  void turnEnded() {
    if (looksForOthers()) {
      // As one that does not vote, it connects to all that are known.
      port.votersChanged(0);
    }
  }
}
