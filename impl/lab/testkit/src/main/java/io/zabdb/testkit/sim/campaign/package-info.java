/** Many runs: in several threads, with totals, and a short schedule for what fails. */
package io.zabdb.testkit.sim.campaign;
