package io.zabdb.node.process;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.node.config.NodeConfig;
import java.lang.management.ManagementFactory;

/**
 * What a JVM may take, and how much of it the node gives out.
 *
 * @param heap the most bytes that the heap may have
 * @param direct the most bytes of direct buffers
 */
record NodeMemory(long heap, long direct) {

  /**
   * What is not given out: classes and everything that always is there, the objects around what
   * accounts count, and garbage. A heap that is much fuller is mostly being collected.
   */
  static final double HEAP_SHARE = 0.55;

  /** Pools round up, and keep some of what they were given back. */
  static final double DIRECT_SHARE = 0.7;

  static final NodeMemory OF_THIS_PROCESS =
      new NodeMemory(Runtime.getRuntime().maxMemory(), mostDirect());

  /** Unless it is told, the JVM lets direct buffers have as much as the heap. */
  private static long mostDirect() {
    long told =
        Long.parseLong(
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxDirectMemorySize")
                .getValue());
    return told > 0 ? told : Runtime.getRuntime().maxMemory();
  }

  /** The budget of a node with this configuration. */
  MemoryBudget budget(NodeConfig config) {
    int replicas = config.sharding().roomOf(config.node());
    return MemoryBudget.of(
        (long) (heap * HEAP_SHARE),
        (long) (direct * DIRECT_SHARE),
        config.storage().rocks().cacheBytes() * replicas);
  }
}
