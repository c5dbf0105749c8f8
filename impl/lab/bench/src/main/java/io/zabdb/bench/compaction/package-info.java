/** What compactions cost clients, with leaders that step aside and with leaders that stay. */
package io.zabdb.bench.compaction;
