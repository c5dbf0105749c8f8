/** Connections between the replicas of a group. */
package io.zabdb.peer;
