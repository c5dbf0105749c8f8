package io.zabdb.client.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.zabdb.client.fake.FakeCluster;
import io.zabdb.client.fake.VirtualTimers;
import io.zabdb.model.ring.Ring;
import org.junit.jupiter.api.Test;

/** A client that runs for years hears of addresses that are no more. */
class PeersTest {

  private final FakeCluster cluster = new FakeCluster(new VirtualTimers(), 3, Ring.even(1, 1));
  private final Peers peers = new Peers(cluster.connector(), cluster.time());

  @Test
  void whoIsLookedForAgainStaysAndOthersGo() {
    Peer used = peers.at("node:1");
    Peer forgotten = peers.at("node:2");
    for (int i = 0; i < 3 * Peers.MOST; i++) {
      peers.at("host" + i + ":1");
      assertSame(used, peers.at("node:1"));
    }
    assertEquals(Peers.MOST, peers.known());
    assertNotSame(forgotten, peers.at("node:2"));
  }
}
