/** What must hold of the group as a whole, in every run. */
package io.zabdb.testkit.sim.check;
