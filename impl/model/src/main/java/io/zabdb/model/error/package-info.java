/** What may go wrong, by name. */
@NullMarked
package io.zabdb.model.error;

import org.jspecify.annotations.NullMarked;
