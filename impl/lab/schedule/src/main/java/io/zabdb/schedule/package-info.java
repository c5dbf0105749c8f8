/**
 * The scheduler of faults: told what can be seen of a cluster, it says what is to be done to it
 * next. It starts no process, knows no clock, and draws everything from a seed.
 */
package io.zabdb.schedule;
