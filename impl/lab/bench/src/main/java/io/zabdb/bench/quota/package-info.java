/** Quotas of processor and disk for processes, by Linux control groups. */
package io.zabdb.bench.quota;
