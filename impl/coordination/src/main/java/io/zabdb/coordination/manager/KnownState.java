package io.zabdb.coordination.manager;

import io.zabdb.model.cluster.ClusterState;
import java.time.Duration;

/**
 * The state of the cluster as far as it is known here.
 *
 * @param state the newest seen
 * @param age how long ago it was known to be the newest there is; zero while ZooKeeper is connected
 *     and all its news are read. A dead connection is noticed after two thirds of the session
 *     timeout at the latest
 */
public record KnownState(ClusterState state, Duration age) {}
