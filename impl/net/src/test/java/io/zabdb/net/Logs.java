package io.zabdb.net;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What is logged as a warning or worse while this is open. */
public final class Logs extends AppenderBase<ILoggingEvent> implements AutoCloseable {

  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final List<String> lines = new CopyOnWriteArrayList<>();

  public Logs() {
    setContext(root.getLoggerContext());
    start();
    root.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
      lines.add(event.getFormattedMessage());
    }
  }

  public List<String> with(String text) {
    return lines.stream().filter(line -> line.contains(text)).toList();
  }

  @Override
  public void close() {
    root.detachAppender(this);
    stop();
  }
}
