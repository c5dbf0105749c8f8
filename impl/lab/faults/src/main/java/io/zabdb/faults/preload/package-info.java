/** A library that makes the files and the clock of a process go wrong. */
package io.zabdb.faults.preload;
