/**
 * The simulator: a group of replicas in virtual time, with everything that goes wrong drawn from a
 * seed. Start at {@link io.zabdb.testkit.sim.Simulation}; docs/simulator.md explains it.
 */
package io.zabdb.testkit.sim;
