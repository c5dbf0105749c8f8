package io.zabdb.replica;

import io.zabdb.environment.Clock;
import io.zabdb.environment.Loop;
import io.zabdb.environment.Workers;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.metrics.ReplicaMetrics;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.pressure.NodeArbiter;

/**
 * What a replica has around it in its process.
 *
 * @param loop owns the core and the connections of the replica
 * @param clock of the loop and of the workers
 * @param workers wait for disks; of this replica alone
 * @param events hears what the rest of the node should know
 * @param health what the node suffers from
 * @param arbiter decides for all replicas of the node when it compacts
 * @param trace hears of the replica's actions
 * @param metrics hears what is measured
 * @param post reaches other groups
 */
public record ReplicaContext(
    Loop loop,
    Clock clock,
    Workers workers,
    ReplicaEvents events,
    NodeHealth health,
    NodeArbiter arbiter,
    ReplicaTrace trace,
    ReplicaMetrics metrics,
    GroupPost post) {}
