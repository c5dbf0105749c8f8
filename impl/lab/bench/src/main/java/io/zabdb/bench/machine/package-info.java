/** The machine that is measured on: what it is, and what processes take of it. */
package io.zabdb.bench.machine;
