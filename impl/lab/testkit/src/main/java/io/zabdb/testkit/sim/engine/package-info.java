/** What drives a run: virtual time, random numbers, the log of events. */
package io.zabdb.testkit.sim.engine;
