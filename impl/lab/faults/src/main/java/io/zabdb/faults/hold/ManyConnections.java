package io.zabdb.faults.hold;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** 4,000 connections that ask for something now and then. */
final class ManyConnections implements Hold {

  private static final int CONNECTIONS = 4_000;
  private static final int AT_ONCE = 100;

  private final List<Wire> open = new ArrayList<>();

  @Override
  public String name() {
    return "4,000 connections";
  }

  @Override
  public int threads() {
    return 1;
  }

  @Override
  public void prepare(Site site) {
    Values.write(site, 0);
  }

  @Override
  public long round(Site site, int thread) throws InterruptedException {
    try {
      for (int i = 0; i < AT_ONCE && open.size() < CONNECTIONS; i++) {
        open.add(site.wire());
      }
      for (int i = 0; i < AT_ONCE; i++) {
        open.get((int) (Math.random() * open.size())).send(Values.get(site, 1_000));
      }
    } catch (IOException e) {
      end();
    }
    Thread.sleep(50);
    return AT_ONCE;
  }

  @Override
  public void end() {
    for (Wire wire : open) {
      try {
        wire.close();
      } catch (IOException e) {
        // It is closed all the same.
      }
    }
    open.clear();
  }
}
