/**
 * The time by which cells and sessions expire, and what the clocks of a group's members move:
 * {@code specs/storage/ReplicatedTime}.
 */
@NullMarked
package io.zabdb.core.time;

import org.jspecify.annotations.NullMarked;
