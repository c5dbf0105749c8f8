package io.zabdb.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.coordination.embedded.EmbeddedConfigurationManager;
import io.zabdb.coordination.embedded.EmbeddedSettings;
import io.zabdb.coordination.manager.ConfigurationManager;
import io.zabdb.coordination.manager.ManagerSettings;
import io.zabdb.coordination.manager.Subscription;
import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.state.Phase;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.node.Configs;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.NodeConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.retry.RetryForever;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class RegistrationTest {

  @TempDir Path temp;
  private FakeReplicas replicas;

  private NodeConfig config(String data, int zookeeper, String... more) {
    String[] options = java.util.Arrays.copyOf(more, more.length + 2);
    options[more.length] = "zookeeper";
    options[more.length + 1] = "127.0.0.1:" + zookeeper;
    return Configs.alone(temp.resolve(data), options);
  }

  private NodeProcess start(NodeConfig config) throws StartRefusedException {
    return NodeProcess.start(config, context -> replicas = new FakeReplicas(context));
  }

  private EmbeddedConfigurationManager server(int port) {
    return EmbeddedConfigurationManager.start(EmbeddedSettings.of(temp.resolve("zk"), port));
  }

  /** Waits until the state is as expected. */
  private static ClusterState await(ConfigurationManager manager, Predicate<ClusterState> expected)
      throws Exception {
    CompletableFuture<ClusterState> found = new CompletableFuture<>();
    Subscription watch =
        manager.watch(
            state -> {
              if (expected.test(state)) {
                found.complete(state);
              }
            });
    try {
      return found.get(60, TimeUnit.SECONDS);
    } finally {
      watch.close();
    }
  }

  @Test
  void aNodeRegistersItselfTellsItsLoadAndLeaves() throws Exception {
    try (EmbeddedConfigurationManager server = server(0);
        ConfigurationManager manager =
            new ConfigurationManager(ManagerSettings.of(server.address()))) {
      NodeProcess process = start(config("a", server.port(), "families", "f:3:1h"));
      ClusterState state = await(manager, known -> !known.nodes().isEmpty());
      NodeInfo node = state.nodes().get(0);
      assertEquals(ProcessHandle.current().pid(), node.process());
      assertEquals(process.httpPort(), node.httpPort());
      assertEquals(1, node.port());
      assertEquals("f", state.families().get(0).name());
      assertEquals(3_600_000, state.families().get(0).maxAge());
      assertEquals(List.of(0), state.groups().get(0).nodes());
      replicas.status = List.of(FakeReplicas.replica(0, Role.LEADING, Phase.BROADCAST));
      await(manager, known -> known.nodes().stream().anyMatch(n -> n.load() == 4096));
      process.close();
      await(manager, known -> known.nodes().isEmpty());
    }
  }

  @Test
  void aNodeStartsWithoutTheConfigurationManagerAndRegistersLater() throws Exception {
    int port = Configs.freePort();
    try (NodeProcess process = start(config("a", port))) {
      assertTrue(process.httpPort() > 0);
      try (EmbeddedConfigurationManager server = server(port);
          ConfigurationManager manager =
              new ConfigurationManager(ManagerSettings.of(server.address()))) {
        await(manager, known -> !known.nodes().isEmpty());
      }
    }
  }

  @Test
  void registrationIsTriedUntilItIsMade() throws Exception {
    int port = Configs.freePort();
    ManagerSettings settings =
        ManagerSettings.of("127.0.0.1:" + port).withOperationTimeout(Duration.ofMillis(50));
    try (ConfigurationManager impatient = new ConfigurationManager(settings)) {
      Registration registration = new Registration(impatient, config("a", port), reason -> {});
      registration.begin(new Address("127.0.0.1", 7), 8);
      // What was asked for later has timed out: so has the first attempt.
      assertThrows(ExecutionException.class, () -> impatient.clusters().get(1, TimeUnit.MINUTES));
      try (EmbeddedConfigurationManager server = server(port);
          ConfigurationManager manager =
              new ConfigurationManager(ManagerSettings.of(server.address()))) {
        await(manager, known -> !known.nodes().isEmpty());
      }
    }
  }

  /** What it holds is news at best: nodes serve without it, those that start, too. */
  @ParameterizedTest
  @ValueSource(strings = {"no JSON", "{\"format\":2}", ""})
  void aManagerWhoseDataCannotBeReadIsTakenForOneThatIsAway(String damaged) throws Exception {
    try (EmbeddedConfigurationManager server = server(0);
        ConfigurationManager manager =
            new ConfigurationManager(ManagerSettings.of(server.address()));
        CuratorFramework plain =
            CuratorFrameworkFactory.newClient(server.address(), new RetryForever(100))) {
      NodeConfig config = config("a", server.port());
      manager.createCluster(Registration.definition(config)).get(60, TimeUnit.SECONDS);
      plain.start();
      String state = "/zabdb/" + config.cluster() + "/system_state";
      byte[] before = plain.getData().forPath(state);
      plain.setData().forPath(state, damaged.getBytes(StandardCharsets.UTF_8));
      try (NodeProcess process = start(config)) {
        assertTrue(process.httpPort() > 0);
        awaitChildren(plain, state + "/nodes", 1);
        // It has not given up, and does not.
        plain.delete().forPath(state + "/nodes/0");
        awaitChildren(plain, state + "/nodes", 1);
        assertEquals(List.of("start"), replicas.calls);
        plain.setData().forPath(state, before);
        await(manager, known -> !known.nodes().isEmpty());
      }
      assertTrue(replicas.calls.contains("close"));
    }
  }

  private static void awaitChildren(CuratorFramework plain, String path, int count)
      throws Exception {
    while (true) {
      CountDownLatch changed = new CountDownLatch(1);
      CuratorWatcher watcher = event -> changed.countDown();
      if (plain.getChildren().usingWatcher(watcher).forPath(path).size() == count) {
        return;
      }
      assertTrue(changed.await(60, TimeUnit.SECONDS), path);
    }
  }

  @Test
  void aClusterDefinedOtherwiseStopsTheNode() throws Exception {
    try (EmbeddedConfigurationManager server = server(0);
        ConfigurationManager manager =
            new ConfigurationManager(ManagerSettings.of(server.address()))) {
      manager
          .createCluster(Registration.definition(config("a", server.port())))
          .get(60, TimeUnit.SECONDS);
      NodeProcess process = start(config("b", server.port(), "families", "other"));
      assertEquals(ExitCode.MISCONFIGURED, process.awaitTermination());
      assertEquals(List.of("start", "hand over within 2000", "close"), replicas.calls);
    }
  }
}
