/** How long clients wait when a leader goes, and whether an update is lost or done twice. */
package io.zabdb.bench.failover;
