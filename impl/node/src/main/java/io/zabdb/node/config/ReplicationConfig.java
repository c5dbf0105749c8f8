package io.zabdb.node.config;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.session.Retention;
import io.zabdb.replica.settings.Durability;
import java.time.Duration;

/**
 * How replicas agree. The same for all members of a group.
 *
 * @param durability when an update is acknowledged
 * @param flushInterval with {@link Durability#PERIODIC}: between syncs of the log
 * @param tick how long a tick of the replicas' clock is
 * @param timing in ticks
 * @param limits of work under way
 * @param transfer of leadership
 * @param foundingWait in ticks: how long a node that founds a group alone looks for others first
 * @param spreadInterval between transfers that spread leaders over nodes; zero: none
 * @param maxClockSkew how far a leader's clock may be from a quorum's and still count
 * @param sessions how much is remembered of them, as this node says when it leads
 */
public record ReplicationConfig(
    Durability durability,
    Duration flushInterval,
    Duration tick,
    Settings.Timing timing,
    Settings.Limits limits,
    TransferSettings transfer,
    int foundingWait,
    Duration spreadInterval,
    Duration maxClockSkew,
    Retention sessions) {

  /**
   * How long another node may not say that it is there until it counts as silent; zero: none says
   * so, and no group rests that has a replica here.
   */
  public Duration wordPatience() {
    return timing.restAfter() == 0 ? Duration.ZERO : tick.multipliedBy(timing.wordPatience());
  }

  /**
   * The settings of a replica.
   *
   * @param incarnation of the node, see the identity file
   * @param founds whether it may be one of those that found the group
   */
  public Settings settings(GroupConfig group, int node, long incarnation, boolean founds) {
    return new Settings(
        group.memberOf(node),
        group.nodes().size(),
        Members.MAX_MEMBERS,
        incarnation,
        timing,
        limits,
        transfer,
        foundingWait,
        founds,
        true);
  }
}
