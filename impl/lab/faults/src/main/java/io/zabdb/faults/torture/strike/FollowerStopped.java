package io.zabdb.faults.torture.strike;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.ClusterNode;
import java.util.Set;

/** SIGSTOP of a follower while much more is written than any queue may hold; SIGCONT later. */
public final class FollowerStopped implements Strike {

  private static final int VALUE_BYTES = 64 << 10;
  private static final int VALUES = 2_000;
  private static final int WRITERS = 16;

  @Override
  public String name() {
    return "follower stands still under large writes";
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    ClusterNode follower = victim.cluster().awaitFollower();
    follower.process().pause();
    try (ZabClient client = victim.cluster().client().build();
        Writes writes = new Writes(client, WRITERS, VALUE_BYTES)) {
      writes.awaitDone(VALUES);
      return new Blow(
          Set.of(),
          ((writes.done() * VALUE_BYTES) >> 20) + " MiB written meanwhile",
          follower.process()::resume);
    } catch (Exception | AssertionError e) {
      follower.process().resume();
      throw e;
    }
  }
}
