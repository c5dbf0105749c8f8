/** The words of a command line, and the bytes that they stand for. */
package io.zabdb.cli.word;
