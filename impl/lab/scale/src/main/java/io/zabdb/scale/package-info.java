/** The planner in virtual time: a thousand nodes that are capacities and queues, for a day. */
@NullMarked
package io.zabdb.scale;

import org.jspecify.annotations.NullMarked;
