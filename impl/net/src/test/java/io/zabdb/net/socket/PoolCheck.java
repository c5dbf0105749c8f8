package io.zabdb.net.socket;

import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PooledByteBufAllocator;
import io.zabdb.net.Await;

/** Whether all buffers have been given back. */
public final class PoolCheck {

  private PoolCheck() {}

  /** To be called when all event loops have ended: until then they keep some. */
  public static void awaitEmpty() {
    Await.until("all buffers are given back", () -> active() == 0);
  }

  private static long active() {
    return ((PooledByteBufAllocator) Buffers.POOL)
        .metric().directArenas().stream().mapToLong(PoolArenaMetric::numActiveAllocations).sum();
  }
}
