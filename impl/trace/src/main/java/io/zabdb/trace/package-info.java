/** What replicas did, recorded in files in the words of {@code specs/zab}: docs/traces.md. */
@NullMarked
package io.zabdb.trace;

import org.jspecify.annotations.NullMarked;
