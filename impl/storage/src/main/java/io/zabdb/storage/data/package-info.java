/** What is stored: cells, families, partitions; their limits, and what may go wrong. */
package io.zabdb.storage.data;
