/** The command of the simulator. */
package io.zabdb.testkit.sim.command;
