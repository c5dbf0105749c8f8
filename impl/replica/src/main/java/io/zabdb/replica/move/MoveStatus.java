package io.zabdb.replica.move;

import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionId;

/**
 * How far a partition is that leaves a group, as the leader of that group knows it.
 *
 * @param to the number of the group that gets it
 * @param phase as it is applied
 * @param baseBytes how long its files are; 0: there are none yet, or a leader before had them made
 * @param taken how many updates of the attempt this group has taken
 * @param copied how many of them the other group has; 0: not even the files
 * @param nanos since this leader goes on with it
 * @param problem what keeps it from going on at present, for people; empty: nothing
 */
public record MoveStatus(
    PartitionId part,
    long attempt,
    int to,
    MovePhase phase,
    long baseBytes,
    long taken,
    long copied,
    long nanos,
    String problem) {}
