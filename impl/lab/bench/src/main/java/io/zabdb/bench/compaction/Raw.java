package io.zabdb.bench.compaction;

import io.zabdb.bench.tasks.StoreLog;
import io.zabdb.bench.timeline.LeaderChange;
import io.zabdb.bench.timeline.Reign;
import io.zabdb.bench.timeline.Samples;
import io.zabdb.bench.timeline.Spans;
import java.util.List;
import java.util.Map;

/**
 * What a run gave, before it is looked at.
 *
 * @param beginMicros when it began, in microseconds since 1970
 * @param micros how long it was
 * @param dropped successes that are not among the samples, since there were too many
 * @param changes of the leader, if there is one group; else none
 * @param seen of these
 * @param led when each node led any group, by asking
 * @param logs of the stores, by node
 * @param limits of the nodes, for people
 */
record Raw(
    long beginMicros,
    long micros,
    Samples samples,
    long dropped,
    Map<String, Long> errors,
    List<LeaderChange> changes,
    Map<Long, Reign.Seen> seen,
    List<Spans> led,
    List<StoreLog> logs,
    CompactionTarget.Usage before,
    CompactionTarget.Usage after,
    String limits,
    List<String> warnings) {}
