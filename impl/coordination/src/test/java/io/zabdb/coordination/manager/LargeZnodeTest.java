package io.zabdb.coordination.manager;

import static io.zabdb.coordination.manager.Fixture.CLUSTER;
import static io.zabdb.coordination.manager.Fixture.assertFails;
import static io.zabdb.coordination.manager.Fixture.await;
import static io.zabdb.coordination.manager.Fixture.definition;
import static io.zabdb.coordination.manager.Fixture.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.coordination.embedded.ServerProcess;
import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ZKConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that allows znodes larger than what a client takes, which would drop its connection. */
class LargeZnodeTest {

  private static final int LARGE = 3_000_000;

  @TempDir private Path directory;

  @Test
  void aZnodeLargerThanAFrameDoesNotBreakTheConnection() throws Exception {
    Paths paths = new Paths(CLUSTER);
    try (ServerProcess server = new ServerProcess(directory, "-Djute.maxbuffer=8000000");
        ConfigurationManager manager =
            new ConfigurationManager(
                ManagerSettings.of(server.address())
                    .withOperationTimeout(Duration.ofSeconds(Fixture.SECONDS)));
        CuratorFramework plain = client(server.address())) {
      get(manager.createCluster(definition(CLUSTER)));
      plain.setData().forPath(paths.ring(), new byte[LARGE]);
      CoordinationException failure = assertFails(ManagerError.TOO_LARGE, manager.getRingInfo());
      assertTrue(failure.getMessage().contains(LARGE + " bytes"), failure.getMessage());
      assertEquals(LeaderReport.WRITTEN, get(manager.newLeader(0, 1, 1)));
      await("it is found", () -> manager.problems().containsKey(paths.ring()));
    }
  }

  private static CuratorFramework client(String address) {
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKConfig.JUTE_MAXBUFFER, "8000000");
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(address)
            .retryPolicy(new RetryNTimes(100, 100))
            .zkClientConfig(config)
            .build();
    client.start();
    return client;
  }
}
