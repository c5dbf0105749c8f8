/** The simulated network: links, connections over them, datagrams. */
package io.zabdb.testkit.sim.network;
