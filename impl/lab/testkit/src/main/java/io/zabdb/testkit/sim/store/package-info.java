/** The state machine of the simulated nodes: a map of registers that clients read and write. */
package io.zabdb.testkit.sim.store;
