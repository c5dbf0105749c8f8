package io.zabdb.bench.growth;

/**
 * What a node has done so far.
 *
 * @param requests of clients that it answered, reads and updates
 * @param cpuSeconds that its process took of the processors
 */
record NodeUse(double requests, double cpuSeconds) {}
