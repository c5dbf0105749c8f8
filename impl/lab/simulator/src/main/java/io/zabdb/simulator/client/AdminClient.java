package io.zabdb.simulator.client;

import io.zabdb.client.admin.ClusterAdmin;
import io.zabdb.client.call.CallSettings;
import io.zabdb.client.call.Caller;
import io.zabdb.client.event.ClientListener;
import io.zabdb.client.net.NodeCalls;
import io.zabdb.client.net.Peers;
import io.zabdb.client.ring.NodeRings;
import io.zabdb.testkit.sim.engine.World;
import java.time.Duration;
import java.util.List;

/**
 * The production client of who administers a cluster: it knows one node at first, and learns from
 * it where the others are. Not thread-safe.
 */
public final class AdminClient implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration QUIET = Duration.ofMillis(100);
  private static final int MOST_CALLS = 4_096;
  private static final long MOST_BYTES = 1 << 20;

  private final Caller caller;
  private final ClusterAdmin admin;

  /**
   * @param name of its chances
   * @param host on which it is
   * @param address of the node that it knows, HOST:PORT
   */
  public AdminClient(World world, String name, Wires wires, int host, String address) {
    VirtualTimers timers = new VirtualTimers(world.time());
    Peers peers = new Peers(new SimulatedConnector(wires, host), timers);
    caller =
        new Caller(
            new CallSettings(
                TIMEOUT.toNanos(),
                QUIET.toNanos(),
                MOST_CALLS,
                MOST_BYTES,
                List.of(),
                ClientListener.NONE),
            new NodeRings(List.of(address), true, peers, timers, QUIET.toNanos()),
            peers,
            timers,
            new Seeded(world.random(name)));
    admin = new ClusterAdmin(caller, new NodeCalls(timers), TIMEOUT);
  }

  /** Takes the requests. */
  public ClusterAdmin admin() {
    return admin;
  }

  @Override
  public void close() {
    caller.close();
  }
}
