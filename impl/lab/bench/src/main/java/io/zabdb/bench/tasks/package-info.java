/** When stores flushed and compacted, as RocksDB's own logs tell. */
package io.zabdb.bench.tasks;
