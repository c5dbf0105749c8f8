/**
 * The variables of {@code specs/zab/ZabState} at one replica, as others see them, and how a core
 * says that they cannot be so.
 */
@NullMarked
package io.zabdb.core.state;

import org.jspecify.annotations.NullMarked;
