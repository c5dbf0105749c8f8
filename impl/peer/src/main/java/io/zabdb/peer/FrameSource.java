package io.zabdb.peer;

import io.zabdb.peer.wire.PeerFrame;

/** Frames that are made when it is their turn to be sent. By the event loop of the group. */
interface FrameSource {

  /** A frame, or null: there is none at present, or none any more. */
  PeerFrame take();

  /** Everything has been taken. */
  boolean isDone();

  /** The index of the entry of the log that it takes next; {@link Long#MAX_VALUE}: none. */
  default long oldestNeeded() {
    return Long.MAX_VALUE;
  }

  /** Stops; nothing is called any more. */
  void close();
}
