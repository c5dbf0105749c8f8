/** What ends a benchmark early. */
package io.zabdb.bench.error;
