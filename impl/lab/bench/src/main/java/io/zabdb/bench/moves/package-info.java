/** What moves of partitions cost: clients, and the nodes. */
package io.zabdb.bench.moves;
