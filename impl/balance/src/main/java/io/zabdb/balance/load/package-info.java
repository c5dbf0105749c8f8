/**
 * What is known of the load of a store, and sums of it: no clock, no chance, no threads. Groups,
 * nodes and partitions are named by their places in lists. Built on the JDK alone.
 */
@NullMarked
package io.zabdb.balance.load;

import org.jspecify.annotations.NullMarked;
