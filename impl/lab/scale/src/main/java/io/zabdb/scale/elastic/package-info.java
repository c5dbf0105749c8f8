/**
 * ElasCass's experiments (section 5) in virtual time: a store that grows node by node, under the
 * product's planner and as Cassandra's split-move did it.
 */
@NullMarked
package io.zabdb.scale.elastic;

import org.jspecify.annotations.NullMarked;
