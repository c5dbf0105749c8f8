package io.zabdb.bench.moves;

/**
 * A move that was done.
 *
 * @param bytes of the partition, about
 * @param pauseMillis how long nobody took its updates, as the leader that gave it says; NaN: it did
 *     not say
 */
record Moved(long bytes, double pauseMillis) {}
