/** Clients that keep a store busy, and how long it took to answer them. */
package io.zabdb.bench.load;
