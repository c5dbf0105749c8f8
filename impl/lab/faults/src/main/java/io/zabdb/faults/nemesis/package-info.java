/**
 * Faults by the scheduler, on real processes: what is seen of them, what is done, what it changed.
 */
package io.zabdb.faults.nemesis;
