/** What replicas did, recorded in files in the words of {@code specs/zab}: docs/traces.md. */
package io.zabdb.trace;
