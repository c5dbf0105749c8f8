/** The disks of simulated nodes: what a replica keeps, and what befalls it. */
package io.zabdb.simulator.disk;
