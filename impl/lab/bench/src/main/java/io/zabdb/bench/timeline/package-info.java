/**
 * What clients saw and nodes did over the time of a run. Times are in microseconds since its begin.
 */
package io.zabdb.bench.timeline;
