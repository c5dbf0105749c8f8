/** A simulated node: the driver of a replica, with its disk, clock and store. */
package io.zabdb.testkit.sim.node;
