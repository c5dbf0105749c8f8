/** What is stored and how it changes: cells, columns, changes, conditions; their limits. */
package io.zabdb.model.data;
