package io.zabdb.node.process;

import io.zabdb.node.config.NodeConfig;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what helps to understand a node's log later. */
final class Facts {

  private static final Logger LOG = LoggerFactory.getLogger(Facts.class);
  private static final int MIB = 1 << 20;

  private Facts() {}

  static void log(NodeConfig config) {
    Runtime machine = Runtime.getRuntime();
    LOG.info(
        "node {} of cluster {}, process {}, data in {}",
        config.node(),
        config.cluster(),
        ProcessHandle.current().pid(),
        config.dataDirectory());
    LOG.info(
        "Java {} ({}), {} {} {}, {} processors, heap at most {} MiB, flags {}",
        Runtime.version(),
        System.getProperty("java.vm.name"),
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        System.getProperty("os.arch"),
        machine.availableProcessors(),
        machine.maxMemory() / MIB,
        ManagementFactory.getRuntimeMXBean().getInputArguments());
    LOG.info(
        "{} groups, durability {}, tick {} ms, timing {}, peers {}",
        config.sharding().groupsOf(config.node()).size(),
        config.replication().durability(),
        config.replication().tick().toMillis(),
        config.replication().timing(),
        config.network().peers());
  }
}
