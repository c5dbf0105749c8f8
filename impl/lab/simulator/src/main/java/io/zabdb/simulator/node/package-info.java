/** Machines with a node each: the production runtime in a process of virtual time. */
package io.zabdb.simulator.node;
