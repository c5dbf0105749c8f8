/** A store in memory that fails as tests say. */
package io.zabdb.bench.fake;
