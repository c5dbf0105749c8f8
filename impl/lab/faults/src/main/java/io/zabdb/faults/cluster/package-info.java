/** Clusters: nodes and configuration manager, each a process. */
package io.zabdb.faults.cluster;
