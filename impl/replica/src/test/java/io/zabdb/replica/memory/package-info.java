/**
 * A replica's disk that is none: for tests, and for those of the lab that run a replica without a
 * machine.
 */
package io.zabdb.replica.memory;
