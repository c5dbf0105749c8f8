/**
 * What a group owns, as its own log says: partitions that move between groups, split and merge.
 * Deterministic, without I/O, threads, clock or chance. Mirrors {@code specs/shard/Move}: a table
 * is its variable {@code state} of one group, a command one of its commands, {@code MoveGuards} its
 * operators.
 *
 * <p>What of the spec is elsewhere: cells are the store's ({@code Cells}), the log, its quorums and
 * its leaders are Zab's.
 */
@NullMarked
package io.zabdb.shard;

import org.jspecify.annotations.NullMarked;
