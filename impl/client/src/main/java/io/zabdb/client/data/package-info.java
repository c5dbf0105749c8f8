/** What is stored and how it changes: cells, columns, changes, conditions. All immutable. */
package io.zabdb.client.data;
