/**
 * The runtime of a replica: gives the core its inputs and carries out its outputs, with a log, a
 * store, checkpoints and peers. It knows interfaces only; a node has sockets, files and threads
 * behind them, the simulator events of virtual time. {@link io.zabdb.replica.ReplicaContext} has
 * most of them:
 *
 * <ul>
 *   <li>{@link io.zabdb.environment.Clock}, {@link io.zabdb.environment.Loop}, {@link
 *       io.zabdb.environment.Workers}: time, the loop that owns the replica, and workers, which
 *       alone may wait for a disk. Nothing waits for anything else: not for a task, nor for a
 *       condition;
 *   <li>{@link io.zabdb.environment.peer.PeerPort}, made when the replica is given its {@link
 *       io.zabdb.environment.peer.PeerListener};
 *   <li>{@link io.zabdb.replica.ReplicaDisk}: files of the log below the real {@code ReplicaLog}, a
 *       {@link io.zabdb.storage.engine.StorageEngine}, {@link io.zabdb.replica.Checkpoints};
 *   <li>{@link io.zabdb.replica.ReplicaEvents}, {@link io.zabdb.replica.ReplicaTrace}, {@link
 *       io.zabdb.replica.metrics.ReplicaMetrics}: those who hear of the replica;
 *   <li>{@link io.zabdb.replica.health.NodeHealth} and {@link
 *       io.zabdb.replica.pressure.NodeArbiter}, which the replicas of a node share;
 *   <li>{@link io.zabdb.replica.UpdateCallback}, {@link io.zabdb.replica.ReadCallback}: what
 *       clients ask for.
 * </ul>
 */
package io.zabdb.replica;
