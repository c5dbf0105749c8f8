package io.zabdb.bench.growth;

import io.zabdb.scale.elastic.GrowthStep;
import java.util.List;

/**
 * A node more, on real processes.
 *
 * @param growth what moved, and how even the store was then; its work is requests a second
 * @param joinedSeconds from the start of the process until the node answered
 * @param processors of this machine that each node used, once nothing moved any more
 * @param during from the start of the node until nothing moved any more
 * @param after as many operations, once nothing moved
 * @param writes half of them, as fast as clients can
 * @param reads 95% of them, as fast as clients can
 */
public record NodeStep(
    GrowthStep growth,
    double joinedSeconds,
    List<Double> processors,
    ServedLoad during,
    ServedLoad after,
    ServedLoad writes,
    ServedLoad reads) {}
