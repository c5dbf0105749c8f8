/**
 * A group, its settings and its sets of members; {@link io.zabdb.core.group.Roster} is the value
 * that {@code specs/zab/Roster} keeps in the log, with the {@link
 * io.zabdb.core.group.Configuration} of {@code specs/zab/Reconfig}.
 */
@NullMarked
package io.zabdb.core.group;

import org.jspecify.annotations.NullMarked;
