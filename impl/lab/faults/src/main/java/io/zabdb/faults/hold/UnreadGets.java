package io.zabdb.faults.hold;

import java.io.IOException;

/** A hundred gets of 8 MB on a connection that reads nothing. */
final class UnreadGets implements Hold {

  private static final int GETS = 100;
  private static final long SILENCE_MILLIS = 3_000;

  @Override
  public String name() {
    return "100 gets of 8 MB, unread";
  }

  @Override
  public int threads() {
    return 4;
  }

  @Override
  public void prepare(Site site) {
    Values.write(site, 0);
  }

  @Override
  public long round(Site site, int thread) throws InterruptedException {
    long count = 0;
    try (Wire wire = site.wire()) {
      for (; count < GETS; count++) {
        wire.send(Values.get(site, 0));
      }
      Thread.sleep(SILENCE_MILLIS);
    } catch (IOException e) {
      // The node has enough of it.
      return count;
    }
    return count;
  }
}
