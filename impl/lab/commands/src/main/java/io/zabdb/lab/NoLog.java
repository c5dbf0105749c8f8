package io.zabdb.lab;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/** Turns the log of the product off, for the rest of the process. */
final class NoLog {

  private NoLog() {}

  static void begin() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.getLogger("io.zabdb").setLevel(Level.OFF);
    }
  }
}
