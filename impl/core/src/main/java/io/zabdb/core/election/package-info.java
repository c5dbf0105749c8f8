/**
 * Which member should try to lead, and which one to follow: {@code specs/transfer/Election}, the
 * oracle of {@code specs/zab/Discovery}.
 */
@NullMarked
package io.zabdb.core.election;

import org.jspecify.annotations.NullMarked;
