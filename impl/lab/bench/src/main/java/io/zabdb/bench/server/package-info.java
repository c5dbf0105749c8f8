/** Server processes that a measurement starts for itself. */
package io.zabdb.bench.server;
