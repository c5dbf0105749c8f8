package io.zabdb.transport.peer;

import io.zabdb.transport.peer.wire.PeerFrame;

/** Frames that are made when it is their turn to be sent. By the event loop of the group. */
interface FrameSource {

  /** A frame, or null: there is none at present, or none any more. */
  PeerFrame take();

  /** Everything has been taken. */
  boolean isDone();

  /** Stops; nothing is called any more. */
  void close();
}
