/** Profile {@code node} of the command of the simulator. */
package io.zabdb.simulator.command;
