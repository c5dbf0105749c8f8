package io.zabdb.node.config;

/** How much is logged. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG,
  TRACE
}
