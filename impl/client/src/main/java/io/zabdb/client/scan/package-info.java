/** Scans: many cells, a page at a time. */
package io.zabdb.client.scan;
