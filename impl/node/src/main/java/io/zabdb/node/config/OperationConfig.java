package io.zabdb.node.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a node is run.
 *
 * @param traceDirectory where traces of the core's steps are written; absent: none
 * @param logLevel how much is logged
 * @param logFormat how it looks
 * @param logFile where it is written; absent: standard output
 * @param logFileBytes after which a log file is rotated
 * @param logFiles how many rotated ones are kept
 * @param shutdownTimeout for handing leadership over, and again for requests under way
 */
public record OperationConfig(
    Optional<Path> traceDirectory,
    LogLevel logLevel,
    LogFormat logFormat,
    Optional<Path> logFile,
    long logFileBytes,
    int logFiles,
    Duration shutdownTimeout) {}
