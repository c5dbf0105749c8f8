/** What can be made of the events of a run: lines, a chart, a digest. */
package io.zabdb.testkit.sim.explain;
