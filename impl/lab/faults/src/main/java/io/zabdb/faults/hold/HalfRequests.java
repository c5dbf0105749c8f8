package io.zabdb.faults.hold;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Connections that begin to send 8 MB and do not go on, and others that do not even say hello. */
final class HalfRequests implements Hold {

  private static final int CONNECTIONS = 64;
  private static final int PART = 1_000_000;
  private static final long SILENCE_MILLIS = 3_000;

  @Override
  public String name() {
    return "half-open handshakes, half requests";
  }

  @Override
  public int threads() {
    return 2;
  }

  @Override
  public long round(Site site, int thread) throws InterruptedException {
    List<Wire> open = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        open.add(thread == 0 ? Wire.silent(site.leader()) : site.wire());
        if (thread == 1 && i % 4 == 0) {
          open.get(i).sendPart(Values.put(site, i, 1_000_000L + i), PART);
        }
      }
      Thread.sleep(SILENCE_MILLIS);
    } catch (IOException e) {
      // The node has enough of it.
      return open.size();
    } finally {
      close(open);
    }
    return open.size();
  }

  private static void close(List<Wire> open) {
    for (Wire wire : open) {
      try {
        wire.close();
      } catch (IOException e) {
        // It is closed all the same.
      }
    }
  }
}
