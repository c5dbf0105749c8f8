/** What is stored and how it changes: cells, columns, changes, conditions; their limits. */
@NullMarked
package io.zabdb.model.data;

import org.jspecify.annotations.NullMarked;
