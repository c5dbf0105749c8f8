/**
 * The replicated log of a replica on disk, and the epochs that it promised. The driver of {@code
 * core} carries out {@code Output.Append}, {@code Truncate}, {@code Install} and {@code WriteEpoch}
 * with it. The format, and why it is as it is: {@code docs/log-format.md}.
 */
package io.zabdb.log;
