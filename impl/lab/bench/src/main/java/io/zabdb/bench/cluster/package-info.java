/** The cluster that is measured. */
package io.zabdb.bench.cluster;
