/** The network between the replicas of a simulated group, as production code sees it. */
package io.zabdb.simulator.peer;
