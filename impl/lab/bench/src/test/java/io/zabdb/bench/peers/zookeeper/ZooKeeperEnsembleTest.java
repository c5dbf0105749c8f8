package io.zabdb.bench.peers.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.bench.peers.system.PeerClusters;
import io.zabdb.bench.peers.zookeeper.ZooKeeperEnsemble.Address;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ZooKeeperEnsembleTest {

  @TempDir Path folder;

  @Test
  void theFileOfAServerNamesAll() throws Exception {
    List<Address> addresses = List.of(new Address(1, 2, 3), new Address(4, 5, 6));
    Properties properties = new Properties();
    properties.load(new StringReader(ZooKeeperEnsemble.configuration(Path.of("/d"), 1, addresses)));
    assertEquals("4", properties.getProperty("clientPort"));
    assertEquals("127.0.0.1:2:3", properties.getProperty("server.1"));
    assertEquals("127.0.0.1:5:6", properties.getProperty("server.2"));
  }

  @Test
  @Timeout(120)
  void anEnsemble() throws Exception {
    PeerClusters.check(new ZooKeeperEnsemble(), folder);
  }
}
