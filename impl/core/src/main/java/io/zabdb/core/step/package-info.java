/**
 * What goes into a core and comes out of it. It mirrors no spec: what is one step in {@code
 * specs/zab/Zab} may be an output, a disk's work and an input here.
 */
@NullMarked
package io.zabdb.core.step;

import org.jspecify.annotations.NullMarked;
