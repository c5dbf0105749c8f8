package io.zabdb.cli.node;

import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.environment.peer.LamportClock;
import io.zabdb.replica.ReplicaTrace;
import io.zabdb.replica.ReplicaTraces;
import io.zabdb.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Traces of a node's replicas, a file for each: {@code group-G-member-M.trace}. */
final class FileTraces implements ReplicaTraces {

  private final Path directory;

  private FileTraces(Path directory) {
    this.directory = directory;
  }

  /** Traces in a directory; none without one. */
  static ReplicaTraces in(Optional<Path> directory) {
    return directory.<ReplicaTraces>map(FileTraces::new).orElse(ReplicaTraces.NONE);
  }

  @Override
  public ReplicaTrace open(int group, int member, int members) throws IOException {
    Files.createDirectories(directory);
    Path file = directory.resolve("group-" + group + "-member-" + member + ".trace");
    return new Writing(new TraceWriter(file, members, System::currentTimeMillis));
  }

  /** The driver's view of a trace that is written to a file. */
  private record Writing(TraceWriter writer) implements ReplicaTrace, LamportClock {

    @Override
    public void taken(TraceEvent event, StateView state) {
      writer.taken(event, state);
    }

    @Override
    public void accepted(Connection connection, StateView state) {
      writer.accepted(connection, state);
    }

    @Override
    public LamportClock clock() {
      return this;
    }

    @Override
    public long stamp() {
      return writer.time();
    }

    @Override
    public void seen(long stamp) {
      writer.seen(stamp);
    }

    @Override
    public void flush() {
      writer.flush();
    }
  }
}
