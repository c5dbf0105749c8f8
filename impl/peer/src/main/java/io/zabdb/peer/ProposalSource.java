package io.zabdb.peer;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.environment.peer.EntryFeed;
import io.zabdb.environment.peer.LamportClock;
import io.zabdb.peer.codec.MessageCodec;
import io.zabdb.peer.wire.PeerFrame;

/**
 * Proposals to a follower that lags, one for each entry of a part of the log: they take no memory
 * before they are sent. By the event loop of the group.
 */
final class ProposalSource implements FrameSource {

  private final long epoch;
  private final EntryFeed entries;
  private final LamportClock clock;

  ProposalSource(long epoch, EntryFeed entries, LamportClock clock) {
    this.epoch = epoch;
    this.entries = entries;
    this.clock = clock;
  }

  /** Takes the next proposal, if it follows those that are here. */
  boolean add(long proposed, long index) {
    boolean follows = proposed == epoch && index == entries.last() + 1;
    if (follows) {
      entries.extendTo(index);
    }
    return follows;
  }

  @Override
  public PeerFrame take() {
    Entry entry = entries.take();
    return entry == null
        ? null
        : MessageCodec.encode(new Message.Propose(epoch, entry), clock.stamp());
  }

  @Override
  public boolean isDone() {
    return entries.isDone();
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
