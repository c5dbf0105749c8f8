package io.zabdb.faults.hold;

import java.io.IOException;

/** Clients that ask for much and are gone. */
final class Abandoning implements Hold {

  private static final int GETS = 50;

  @Override
  public String name() {
    return "clients that abandon";
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
        wire.send(Values.get(site, 0).setTimeoutMillis(1));
      }
      wire.send(Values.put(site, thread, System.nanoTime()).setTimeoutMillis(1));
      count++;
    } catch (IOException e) {
      return count;
    }
    Thread.sleep(50);
    return count;
  }
}
