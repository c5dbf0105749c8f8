/** What a node measures of itself, for Prometheus. docs/monitoring.md lists the metrics. */
package io.zabdb.node.metrics;
