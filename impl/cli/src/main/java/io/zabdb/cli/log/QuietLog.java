package io.zabdb.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;

/** The log of commands: warnings, on stderr. Found by Logback through its service file. */
public final class QuietLog extends ContextAwareBase implements Configurator {

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    ConsoleAppender<ILoggingEvent> stderr = new ConsoleAppender<>();
    stderr.setContext(context);
    stderr.setTarget("System.err");
    stderr.setEncoder(Encoders.text(context));
    stderr.start();
    context.getLogger("ROOT").addAppender(stderr);
    context.getLogger("ROOT").setLevel(Level.WARN);
    // A connection that is lost is the command's to tell, in its own words.
    context.getLogger("org.apache").setLevel(Level.OFF);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
