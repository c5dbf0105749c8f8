package io.zabdb.maelstrom.replica;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.core.zab.Guards;
import io.zabdb.maelstrom.network.GroupLines;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.pressure.NodeArbiter;

/**
 * What the replicas of a node have around them in its process.
 *
 * @param members who there is
 * @param guards of the core: those of the product, unless a test weakens one
 * @param lines carry what replicas send each other
 * @param health what the node suffers from
 * @param arbiter decides for all of them when the node compacts
 * @param incarnation how often the node was started before with the same files
 */
record ReplicaHost(
    Node node,
    Membership members,
    GroupSettings settings,
    Guards guards,
    MemoryBudget budget,
    GroupLines lines,
    NodeHealth health,
    NodeArbiter arbiter,
    long incarnation) {}
