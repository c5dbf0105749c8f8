/** What the disk and the log alone would allow. */
package io.zabdb.bench.floor;
