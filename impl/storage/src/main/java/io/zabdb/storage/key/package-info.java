/** How cells become keys, so that keys scan in the order of cells. */
package io.zabdb.storage.key;
