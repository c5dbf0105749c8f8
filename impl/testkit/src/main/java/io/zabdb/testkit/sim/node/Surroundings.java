package io.zabdb.testkit.sim.node;

import io.zabdb.core.session.Retention;
import io.zabdb.testkit.sim.network.Datagrams;
import io.zabdb.testkit.sim.network.Network;

/**
 * What a node's processes talk to.
 *
 * @param sessions how much they keep of sessions when they lead
 */
public record Surroundings(
    Network network,
    Datagrams datagrams,
    Watcher watcher,
    Answers answers,
    Replicas replicas,
    Retention sessions) {}
