/** Measures what syncs that take longer cost. */
package io.zabdb.faults.syncs;
