/** How many operations a cluster does, how fast, and at what cost. */
package io.zabdb.bench.ops;
