package io.zabdb.replica;

import io.zabdb.core.group.Settings;
import io.zabdb.core.state.StateView;
import io.zabdb.environment.peer.PeerPort;
import java.time.Duration;
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

  private final int group;
  private final Settings settings;
  private final Duration tick;
  private final StateView state;
  private final PeerPort port;

  /**
   * @param tick how long a tick of the settings takes
   * @param state a live view
   */
  EmptyReplica(int group, Settings settings, Duration tick, StateView state, PeerPort port) {
    this.group = group;
    this.settings = settings;
    this.tick = tick;
    this.state = state;
    this.port = port;
  }

  private boolean looksForOthers() {
    return state.historyLength() == 0 && (!settings.founds() || settings.isLoneFounder());
  }

  void begin() {
    if (looksForOthers() && settings.founds()) {
      LOG.info(
          "Group {}: this disk has nothing of it, and this node founds it alone; for {} ms it looks"
              + " for others that have something of it (founding-wait)",
          group,
          tick.multipliedBy(settings.foundingWait()).toMillis());
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
