package io.zabdb.peer;

/**
 * The wall clocks of a group's members: links tell them every {@link PeerSettings#keepalive} or so,
 * in both directions. By the event loop of the group.
 */
public interface MemberClocks {

  /** Nobody is told this one's clock, and nobody's is heard. */
  MemberClocks NONE =
      new MemberClocks() {
        @Override
        public long now() {
          return 0;
        }

        @Override
        public void heard(int member, long millis) {}
      };

  /** This replica's clock, in milliseconds since 1970; 0: it is not told. */
  long now();

  /**
   * Another member's clock.
   *
   * @param millis what it showed when it was sent, in milliseconds since 1970; not 0, and else
   *     anything
   */
  void heard(int member, long millis);
}
