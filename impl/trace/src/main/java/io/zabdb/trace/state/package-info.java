/** The state of a replica in the words of {@code specs/zab/ZabState}. */
@NullMarked
package io.zabdb.trace.state;

import org.jspecify.annotations.NullMarked;
