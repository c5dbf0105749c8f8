/**
 * The balancer of a running store: what leaders tell of their groups becomes a view for the
 * planner, and what the planner wants becomes transfers and moves. It has no authority: groups
 * decide by their logs what comes of what it asks for.
 */
@NullMarked
package io.zabdb.balancer;

import org.jspecify.annotations.NullMarked;
