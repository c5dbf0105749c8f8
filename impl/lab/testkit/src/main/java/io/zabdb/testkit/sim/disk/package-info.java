/** The simulated disk of a node. */
package io.zabdb.testkit.sim.disk;
