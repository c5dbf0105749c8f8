package io.zabdb.core.zab;

import io.zabdb.core.group.Settings.Limits;
import io.zabdb.core.step.Output;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The updates that a leader has logged and not yet answered, within {@link Limits}. Not
 * thread-safe.
 */
final class RequestQueue {

  /** A request that waits until entry {@code index} is committed. */
  private record Waiting(long token, long session, long seq, long index, int bytes) {}

  private final Context context;
  private final Limits limits;

  /** First attempts, in the order of the log. */
  private final ArrayDeque<Waiting> logged = new ArrayDeque<>();

  /** Retries of requests that are in the log already; few. */
  private final List<Waiting> retries = new ArrayList<>();

  private long bytes;

  RequestQueue(Context context) {
    this.context = context;
    this.limits = context.settings.limits();
  }

  boolean hasRoomFor(int payload) {
    return logged.size() + retries.size() < limits.entriesInFlight()
        && bytes + payload <= limits.bytesInFlight();
  }

  void addLogged(long token, long session, long seq, long index, int payload) {
    logged.add(new Waiting(token, session, seq, index, payload));
    bytes += payload;
  }

  void addRetry(long token, long session, long seq, long index) {
    retries.add(new Waiting(token, session, seq, index, 0));
  }

  /** Answers all that wait for entries up to this one. */
  void committed(long length) {
    while (!logged.isEmpty() && logged.peek().index <= length) {
      Waiting request = logged.poll();
      bytes -= request.bytes;
      answer(request);
    }
    if (!retries.isEmpty()) {
      retries.stream().filter(request -> request.index <= length).forEach(this::answer);
      retries.removeIf(request -> request.index <= length);
    }
  }

  private void answer(Waiting request) {
    context.output(new Output.Answer(request.token, request.session, request.seq, request.index));
  }

  /** The leader leaves: what becomes of these is not known. */
  void abandon() {
    logged.forEach(request -> context.output(new Output.Unknown(request.token)));
    retries.forEach(request -> context.output(new Output.Unknown(request.token)));
    logged.clear();
    retries.clear();
    bytes = 0;
  }
}
