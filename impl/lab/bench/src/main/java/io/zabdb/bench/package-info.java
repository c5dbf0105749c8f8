/** Measurements, never part of the tests. */
package io.zabdb.bench;
