/**
 * Which leadership and which partition should go to another node, so that nodes have as much to do
 * as others. Pure functions of a view of the load, but for what their classes say that they
 * remember.
 */
@NullMarked
package io.zabdb.balance.move;

import org.jspecify.annotations.NullMarked;
