package io.zabdb.trace;

import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.trace.state.CoreStates;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Writes what one replica does to a file, through the starts and ends of its process. The number of
 * an event is a Lamport time: what was caused has a higher one than its cause, so the files of a
 * group's members can be merged ({@link TraceMerge}).
 *
 * <p>Not thread-safe: for the thread that steps the replica.
 */
public final class TraceWriter implements TraceSink, Closeable {

  private final FileChannel file;
  private final int members;
  private final LongSupplier clock;
  private final StringBuilder waiting = new StringBuilder();
  private long time;

  /**
   * Opens the file, and goes on behind the last whole event in it.
   *
   * @param members how many founded the group; of numbers behind theirs it says nothing in the
   *     states
   * @param clock in milliseconds, for people only
   * @throws TraceFormatException if the file holds something else
   */
  public TraceWriter(Path path, int members, LongSupplier clock) throws IOException {
    this.members = members;
    this.clock = clock;
    file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    cutTornLine(path);
    if (file.size() == 0) {
      List<String> names = IntStream.range(0, members).mapToObj(CoreStates::name).toList();
      waiting.append(TraceFile.header(names)).append('\n');
    } else {
      List<RecordedEvent> before = TraceFile.read(path).events();
      time = before.isEmpty() ? 0 : before.get(before.size() - 1).seq();
    }
    file.position(file.size());
  }

  /** The process ended while it wrote. */
  private void cutTornLine(Path path) throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    file.truncate(end);
  }

  @Override
  public void taken(TraceSink.TraceEvent event, StateView state) {
    add(RecordedEvents.taken(++time, clock.getAsLong(), event, state, members));
  }

  @Override
  public void accepted(Connection connection, StateView state) {
    add(RecordedEvents.accepted(++time, clock.getAsLong(), connection, state, members));
  }

  private void add(RecordedEvent event) {
    waiting.append(EventJson.write(event)).append('\n');
  }

  /** The time of the last event. */
  public long time() {
    return time;
  }

  /** What comes next was caused by an event of this time. */
  public void seen(long cause) {
    time = Math.max(time, cause);
  }

  /** Hands what was recorded to the operating system, where it outlives this process. */
  public void flush() {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(waiting.toString().getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      waiting.setLength(0);
    } catch (IOException e) {
      throw new UncheckedIOException("the trace cannot be written", e);
    }
  }

  @Override
  public void close() throws IOException {
    flush();
    file.close();
  }
}
