package io.zabdb.testkit.sim.node;

import io.zabdb.core.session.Retention;
import io.zabdb.testkit.sim.network.ClockNews;
import io.zabdb.testkit.sim.network.Datagrams;
import io.zabdb.testkit.sim.network.Network;

/**
 * What a node's processes talk to.
 *
 * @param sessions how much they keep of sessions when they lead
 * @param news of clocks
 * @param times what computes the replicated time
 */
public record Surroundings(
    Network network,
    Datagrams datagrams,
    Watcher watcher,
    Answers answers,
    Replicas replicas,
    Retention sessions,
    ClockNews news,
    Times times,
    TimeWatcher timeWatcher) {

  /** Whether there is a replicated time: commands say the time if they say anything of sessions. */
  public boolean hasTime() {
    return !sessions.equals(Retention.FOREVER);
  }
}
