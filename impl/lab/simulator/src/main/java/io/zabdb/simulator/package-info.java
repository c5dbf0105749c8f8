/** Whole nodes in virtual time: runs of profile {@code node}, by seeds. */
package io.zabdb.simulator;
