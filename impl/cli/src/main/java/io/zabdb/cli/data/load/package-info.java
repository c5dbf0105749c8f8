/** Loads files of rows. */
package io.zabdb.cli.data.load;
