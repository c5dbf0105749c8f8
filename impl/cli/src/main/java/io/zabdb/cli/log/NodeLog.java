package io.zabdb.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import io.zabdb.node.config.LogFormat;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/** The log of a server process, as it is configured. */
public final class NodeLog {

  private static final long LOOK_MILLIS = 1_000;

  private NodeLog() {}

  /** Directs the log of this process; call it before other threads log. */
  public static void configure(LogTarget target) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    Encoder<ILoggingEvent> encoder =
        target.format() == LogFormat.JSON ? Encoders.json(context) : Encoders.text(context);
    Appender<ILoggingEvent> appender =
        target
            .file()
            .<Appender<ILoggingEvent>>map(file -> rotated(context, target, file, encoder))
            .orElseGet(() -> console(context, encoder));
    context.getLogger("ROOT").addAppender(appender);
    context.getLogger("ROOT").setLevel(Level.toLevel(target.level().name()));
    // ZooKeeper and Curator tell of each attempt to connect, Netty of itself.
    context.getLogger("org.apache").setLevel(Level.WARN);
    // What fails in its background it tells us as well: the coordination package logs it, by
    // weight.
    context.getLogger("org.apache.curator.framework.imps.CuratorFrameworkImpl").setLevel(Level.OFF);
    context.getLogger("io.netty").setLevel(Level.WARN);
  }

  /** Writes out what is still held, and closes files. */
  public static void close() {
    ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
  }

  private static Appender<ILoggingEvent> console(
      LoggerContext context, Encoder<ILoggingEvent> encoder) {
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.start();
    return appender;
  }

  private static Appender<ILoggingEvent> rotated(
      LoggerContext context, LogTarget target, Path file, Encoder<ILoggingEvent> encoder) {
    RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
    appender.setContext(context);
    appender.setFile(file.toString());
    appender.setEncoder(encoder);
    FixedWindowRollingPolicy names = new FixedWindowRollingPolicy();
    names.setContext(context);
    names.setParent(appender);
    names.setFileNamePattern(file + ".%i");
    names.setMinIndex(1);
    names.setMaxIndex(target.files());
    names.start();
    SizeBasedTriggeringPolicy<ILoggingEvent> size = new SizeBasedTriggeringPolicy<>();
    size.setContext(context);
    size.setMaxFileSize(new FileSize(target.fileBytes()));
    size.setCheckIncrement(Duration.buildByMilliseconds(LOOK_MILLIS));
    size.start();
    appender.setRollingPolicy(names);
    appender.setTriggeringPolicy(size);
    appender.start();
    return appender;
  }
}
