package io.zabdb.faults.hold;

import io.zabdb.client.ZabClient;
import java.time.Duration;

/** Values of 8 MB from 16 connections at a time. */
final class LargePuts implements Hold {

  private static final int CONNECTIONS = 16;

  private final byte[] value = new byte[Values.BYTES];

  @Override
  public String name() {
    return "16 connections put 8 MB";
  }

  @Override
  public int threads() {
    return CONNECTIONS;
  }

  @Override
  public long round(Site site, int thread) {
    try (ZabClient client = site.client(Duration.ofSeconds(5))) {
      Values.tryWrite(client, thread, value);
      return 1;
    }
  }
}
