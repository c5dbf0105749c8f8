/**
 * Which partition, leadership and group should go where: pure functions of a view of the load.
 * {@link io.zabdb.balance.plan.BootstrapPlanner} mirrors {@code specs/shard/Bootstrap}; the others
 * have no spec, since nothing that is stored depends on them. The same view and time give the same
 * plan.
 */
@NullMarked
package io.zabdb.balance.plan;

import org.jspecify.annotations.NullMarked;
