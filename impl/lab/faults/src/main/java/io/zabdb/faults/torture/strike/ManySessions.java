package io.zabdb.faults.torture.strike;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.NoOperation;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A client that uses a new session for each update. */
public final class ManySessions implements Strike {

  private static final int SESSIONS = 20_000;
  private static final int AT_ONCE = 500;
  private static final long PATIENCE_SECONDS = 60;

  @Override
  public String name() {
    return "a session for each update";
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    Cluster cluster = victim.cluster();
    int done = 0;
    int refused = 0;
    try (RawClient raw = new RawClient(cluster)) {
      RpcConnection connection = raw.connect(cluster.awaitLeader());
      for (int begun = 0; begun < SESSIONS; begun += AT_ONCE) {
        List<CompletableFuture<Response>> asked = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
          asked.add(connection.send(update(victim.random().nextLong())));
        }
        for (CompletableFuture<Response> each : asked) {
          Response response = each.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
          done += response.hasUpdated() ? 1 : 0;
          refused += response.getError().getCode() == ErrorCode.OVERLOADED ? 1 : 0;
        }
      }
    }
    if (done == 0) {
      throw new AssertionError("no session was taken, " + refused + " were refused");
    }
    return new Blow(Set.of(), done + " sessions taken, " + refused + " refused", () -> {});
  }

  private static Request.Builder update(long session) {
    return Request.newBuilder()
        .setTimeoutMillis((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS))
        .setUpdate(
            Update.newBuilder()
                .setSession(session)
                .setSeq(1)
                .setNoOperation(NoOperation.getDefaultInstance()));
  }
}
