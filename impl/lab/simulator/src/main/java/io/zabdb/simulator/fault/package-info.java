/** What befalls simulated nodes, their network, and the configuration manager. */
package io.zabdb.simulator.fault;
