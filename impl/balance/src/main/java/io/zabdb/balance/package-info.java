/** A round of planning: all planners in their order. */
@NullMarked
package io.zabdb.balance;

import org.jspecify.annotations.NullMarked;
