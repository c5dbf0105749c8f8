/**
 * Torture: one strike after the other at a cluster of real processes that clients use meanwhile.
 */
package io.zabdb.faults.torture;
