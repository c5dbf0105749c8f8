/** Clients that write, read, retry and give up, and what they write down. */
package io.zabdb.testkit.sim.client;
