/** Faults at random: what happens to nodes, and what undoes it. */
package io.zabdb.faults.nemesis;
