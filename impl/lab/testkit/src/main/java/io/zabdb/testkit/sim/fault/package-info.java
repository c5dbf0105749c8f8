/** What goes wrong in a run: kinds of faults, their schedule, and who carries it out. */
package io.zabdb.testkit.sim.fault;
