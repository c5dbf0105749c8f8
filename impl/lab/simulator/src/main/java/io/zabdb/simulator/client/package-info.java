/** Clients in virtual time: the production client over simulated connections. */
package io.zabdb.simulator.client;
