/** A store whose nodes are capacities, and what plans make of it, in virtual time. */
@NullMarked
package io.zabdb.scale.store;

import org.jspecify.annotations.NullMarked;
