package io.zabdb.net.frame;

/**
 * The memory for frames that have not come whole. For the event loop of the channel. A decoder asks
 * once for each such frame, before it takes memory, and gives back what it took, when the frame has
 * been handed on at the latest.
 */
public interface FrameRoom {

  /** Takes every frame within the decoder's own limit; for a side that trusts the other. */
  FrameRoom UNLIMITED =
      new FrameRoom() {
        @Override
        public int mostBytes() {
          return Integer.MAX_VALUE;
        }

        @Override
        public boolean take(int bytes, Runnable later) {
          return true;
        }

        @Override
        public void came(int bytes) {}

        @Override
        public void give(int bytes) {}
      };

  /** The longest body that is taken at present; at most the decoder's own limit counts. */
  int mostBytes();

  /**
   * Takes room for a body.
   *
   * @param later run by the event loop once there is room, if there is none now; the room is taken
   *     then. Until then this has to see to it that nothing is read from the channel.
   * @return whether it is taken
   * @throws RefusedException if the connection must not wait
   */
  boolean take(int bytes, Runnable later) throws RefusedException;

  /** So many bytes more of the body have come. */
  void came(int bytes);

  /** Gives back what was taken for a body, or stops waiting for it. */
  void give(int bytes);
}
