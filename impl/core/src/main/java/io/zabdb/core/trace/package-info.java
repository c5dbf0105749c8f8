/**
 * What a replica tells of the actions that it takes: those of {@code specs/zab/Zab}, and of {@code
 * specs/transfer/LeadershipTransfer}, under their own names.
 */
@NullMarked
package io.zabdb.core.trace;

import org.jspecify.annotations.NullMarked;
