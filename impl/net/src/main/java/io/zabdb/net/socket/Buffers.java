package io.zabdb.net.socket;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;

/** The buffers of all sockets of this process. */
final class Buffers {

  private static final int PAGE_BYTES = 8192;

  /** Chunks of 1 MiB: an idle pool holds a few of them. */
  private static final int MAX_ORDER = 7;

  private static final int SMALL_CACHE = 256;
  private static final int NORMAL_CACHE = 16;

  /**
   * Direct memory only, with one arena for each processor. Buffers above 1 MiB are not kept, so
   * that a few large requests do not make the process large for ever.
   */
  static final ByteBufAllocator POOL =
      new PooledByteBufAllocator(
          true,
          0,
          Runtime.getRuntime().availableProcessors(),
          PAGE_BYTES,
          MAX_ORDER,
          SMALL_CACHE,
          NORMAL_CACHE,
          false);

  private Buffers() {}
}
