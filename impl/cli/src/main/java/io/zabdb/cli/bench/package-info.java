/** Starts what is measured. */
package io.zabdb.cli.bench;
