/** {@code ./zabdb bench elastic}: ElasCass's figures, in virtual time. */
@NullMarked
package io.zabdb.bench.elastic;

import org.jspecify.annotations.NullMarked;
