/**
 * Which partition should go to another group, so that nodes have as much to do as others. Pure
 * functions of a view of the load.
 */
@NullMarked
package io.zabdb.balance.move;

import org.jspecify.annotations.NullMarked;
