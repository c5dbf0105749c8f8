/** What clients do to a cluster while it suffers, and what they learn. */
package io.zabdb.faults.workload;
