/**
 * A cluster of processes on this machine: its directory, its processes, how they start and stop.
 */
package io.zabdb.cli.local;
