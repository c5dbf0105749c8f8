/** What the replicas of a node decide together. */
package io.zabdb.replica.pressure;
