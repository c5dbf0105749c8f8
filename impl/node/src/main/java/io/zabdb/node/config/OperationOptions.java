package io.zabdb.node.config;

import static io.zabdb.node.config.Types.bytes;
import static io.zabdb.node.config.Types.duration;
import static io.zabdb.node.config.Types.integer;
import static io.zabdb.node.config.Types.logFile;
import static io.zabdb.node.config.Types.oneOf;
import static io.zabdb.node.config.Types.path;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Traces, the log of the process, and its end. */
final class OperationOptions {

  private static final OptionPart PART = new OptionPart("operation");

  static final Option<Path> TRACE_DIRECTORY =
      PART.absent(
          "trace-directory",
          path(),
          "no traces",
          "The directory in which the steps of replicas are recorded, for trace validation.");
  static final Option<LogLevel> LOG_LEVEL =
      PART.given("log-level", oneOf(LogLevel.class), "info", "How much is logged.");
  static final Option<LogFormat> LOG_FORMAT =
      PART.given(
          "log-format",
          oneOf(LogFormat.class),
          "text",
          "Whether log lines are text for people or JSON objects.");
  static final Option<Path> LOG_FILE =
      PART.absent(
          "log-file",
          logFile(),
          "standard output",
          "The file that the log goes to; it is rotated.");
  static final Option<Long> LOG_FILE_SIZE =
      PART.given(
          "log-file-size",
          bytes(64 * Units.KIB, 16 * Units.GIB),
          "32MiB",
          "The size at which the log file is rotated.");
  static final Option<Integer> LOG_FILES =
      PART.given("log-files", integer(1, 1_000), "5", "How many rotated log files are kept.");
  static final Option<Duration> SHUTDOWN_TIMEOUT =
      PART.given(
          "shutdown-timeout",
          duration(Duration.ZERO, Duration.ofMinutes(10)),
          "5s",
          "How long a stopping node tries to hand over its leadership.");

  private OperationOptions() {}

  /** All of them, in the order of the documentation. */
  static List<Option<?>> all() {
    return PART.options();
  }
}
