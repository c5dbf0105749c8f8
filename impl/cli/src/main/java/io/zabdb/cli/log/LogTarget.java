package io.zabdb.cli.log;

import io.zabdb.node.config.LogFormat;
import io.zabdb.node.config.LogLevel;
import io.zabdb.node.config.OperationConfig;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the log of a server process goes.
 *
 * @param file absent: standard output
 * @param fileBytes after which the file is rotated
 * @param files how many rotated ones are kept
 */
public record LogTarget(
    LogLevel level, LogFormat format, Optional<Path> file, long fileBytes, int files) {

  private static final long FILE_BYTES = 8L << 20;
  private static final int FILES = 3;

  public static LogTarget of(OperationConfig config) {
    return new LogTarget(
        config.logLevel(),
        config.logFormat(),
        config.logFile(),
        config.logFileBytes(),
        config.logFiles());
  }

  /** Of a process that logs little. */
  public static LogTarget small(Optional<Path> file, LogFormat format) {
    return new LogTarget(LogLevel.INFO, format, file, FILE_BYTES, FILES);
  }
}
