/** {@code ./zabdb bench elastic}: ElasCass's figures, in virtual time. */
package io.zabdb.bench.elastic;
