package io.zabdb.bench.ops;

import io.zabdb.bench.machine.ProcessUsage;
import java.util.Map;

/**
 * What has been taken so far.
 *
 * @param nodes by number; those whose processes cannot be looked at are missing
 * @param client the process that makes the load
 */
public record Usage(Map<Integer, ProcessUsage> nodes, ProcessUsage client) {}
