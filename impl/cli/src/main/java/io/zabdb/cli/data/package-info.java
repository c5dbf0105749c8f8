/** The commands that read and write data. */
package io.zabdb.cli.data;
