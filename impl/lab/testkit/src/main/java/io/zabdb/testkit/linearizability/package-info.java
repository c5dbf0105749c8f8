/**
 * Decides whether a history is linearizable: whether every operation seems to take effect at one
 * instant between its invocation and its return.
 *
 * <p>The search is Wing and Gong's ("Testing and verifying concurrent objects", 1993) with Lowe's
 * memory of the configurations it has been in ("Testing for linearizability", 2017), one key at a
 * time. {@code LinearizabilityChecker} splits the keys, {@code KeySearch} searches, {@code
 * EventList} and {@code PlacedSet} and {@code Seen} are its data structures.
 */
package io.zabdb.testkit.linearizability;
