/** What a node measures of itself, for Prometheus. docs/operations.md lists the metrics. */
package io.zabdb.node.metrics;
