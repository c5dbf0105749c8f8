/** The state of a replica in the words of {@code specs/zab/ZabState}. */
package io.zabdb.trace.state;
