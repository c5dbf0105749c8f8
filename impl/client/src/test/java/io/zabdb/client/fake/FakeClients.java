package io.zabdb.client.fake;

import io.zabdb.client.call.CallSettings;
import io.zabdb.client.call.Caller;
import io.zabdb.client.event.ClientListener;
import io.zabdb.client.net.Peers;
import io.zabdb.client.ring.NodeRings;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Clients of a fake cluster, in its time. */
public final class FakeClients {

  public static final Duration TIMEOUT = Duration.ofSeconds(10);
  public static final Duration QUIET = Duration.ofMillis(100);

  private FakeClients() {}

  public static CallSettings settings() {
    return new CallSettings(
        TIMEOUT.toNanos(), QUIET.toNanos(), 4_096, 128 << 20, List.of(), ClientListener.NONE);
  }

  /** Makes calls, with the chances of a seed. */
  public static Caller caller(FakeCluster cluster, CallSettings settings, long seed) {
    Peers peers = new Peers(cluster.connector(), cluster.time());
    List<String> known =
        settings.entryNodes().isEmpty() ? cluster.addresses() : settings.entryNodes();
    NodeRings rings =
        new NodeRings(
            known,
            settings.entryNodes().isEmpty(),
            peers,
            cluster.time(),
            Duration.ofMillis(200).toNanos());
    return new Caller(settings, rings, peers, cluster.time(), new SplittableRandom(seed));
  }
}
