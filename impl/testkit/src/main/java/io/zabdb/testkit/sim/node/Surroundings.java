package io.zabdb.testkit.sim.node;

import io.zabdb.testkit.sim.network.Datagrams;
import io.zabdb.testkit.sim.network.Network;

/** What a node's processes talk to. */
public record Surroundings(
    Network network, Datagrams datagrams, Watcher watcher, Answers answers, Replicas replicas) {}
