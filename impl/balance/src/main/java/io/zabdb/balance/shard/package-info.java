/**
 * Which partitions should be split and merged, by size and by load. Pure functions of a view of the
 * load.
 */
@NullMarked
package io.zabdb.balance.shard;

import org.jspecify.annotations.NullMarked;
