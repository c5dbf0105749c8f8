/** Trees in RocksDB: a tree is a column family; no write-ahead log; all families flush together. */
package io.zabdb.storage.rocks;
