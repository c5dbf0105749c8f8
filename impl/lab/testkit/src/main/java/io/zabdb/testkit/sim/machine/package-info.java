/**
 * A process in virtual time: its loops, workers and clock, as the production code of a node knows
 * them.
 */
package io.zabdb.testkit.sim.machine;
