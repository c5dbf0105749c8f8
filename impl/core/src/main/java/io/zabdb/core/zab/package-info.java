/**
 * A replica of Zab. {@link io.zabdb.core.zab.Replica} takes inputs; its role ({@code Looking},
 * {@code Following}, {@code Leading}) drives the duties of that role; {@code CurrentRole} changes
 * it. Each module of the spec has a class for each role that takes its actions:
 *
 * <pre>
 * spec                           a leader's               a follower's              any role's
 * {@code specs/zab/ZabState}          LeaderState              FollowerState             ReplicaState
 * {@code specs/zab/Discovery}         LeaderDiscovery          FollowerDiscovery         CurrentRole
 * {@code specs/zab/Synchronization}   LeaderSynchronization    FollowerSynchronization   Differences
 * {@code specs/zab/Commitment}        LeaderCommitment
 * {@code specs/zab/Broadcast}         LeaderBroadcast          FollowerBroadcast         Role (Fsync)
 * {@code specs/zab/Reads}             LeaderReads              FollowerReads
 * {@code specs/zab/Roster}            LeaderRoster
 * {@code specs/zab/Faults}            CurrentRole              CurrentRole               Role, Replica
 * </pre>
 *
 * <p>The guards of all of them are in {@link io.zabdb.core.zab.Guards}. {@code specs/zab/Zab} puts
 * the modules together, as {@code Replica} does the classes.
 */
@NullMarked
package io.zabdb.core.zab;

import org.jspecify.annotations.NullMarked;
