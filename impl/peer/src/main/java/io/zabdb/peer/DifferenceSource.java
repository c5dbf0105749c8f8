package io.zabdb.peer;

import io.zabdb.core.message.Message;
import io.zabdb.environment.peer.EntryFeed;
import io.zabdb.environment.peer.LamportClock;
import io.zabdb.peer.codec.DifferenceEncoder;
import io.zabdb.peer.wire.PeerFrame;

/**
 * A SYNC or PULLED as the frames that it takes, its entries read when it is their turn. By the
 * event loop of the group.
 */
final class DifferenceSource implements FrameSource {

  private final DifferenceEncoder encoder;
  private final EntryFeed entries;
  private final LamportClock clock;

  DifferenceSource(Message message, EntryFeed entries, LamportClock clock) {
    this.encoder = new DifferenceEncoder(message, entries);
    this.entries = entries;
    this.clock = clock;
  }

  @Override
  public PeerFrame take() {
    return encoder.next(clock::stamp);
  }

  @Override
  public boolean isDone() {
    return encoder.isDone();
  }

  @Override
  public long oldestNeeded() {
    return entries.oldestNeeded();
  }

  @Override
  public void close() {
    entries.close();
  }
}
