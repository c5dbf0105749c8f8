/** What is measured of a replica. */
package io.zabdb.replica.metrics;
