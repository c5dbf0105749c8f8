package io.zabdb.faults.hold;

import com.google.protobuf.ByteString;
import io.zabdb.client.net.RpcConnector;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.Change;
import io.zabdb.rpc.wire.NoOperation;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.RowMutation;
import io.zabdb.rpc.wire.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Small updates with a new session each, half of which do nothing: one connection with as many at a
 * time as leave others their turn. In ten minutes it makes far more than the 595,000 sessions that
 * once ended a node.
 */
final class NewSessions implements Hold {

  private static final int AT_ONCE = 40;
  private static final int ROUNDS = 100;

  /** Where no other sessions are: those of clients are random. */
  private final AtomicLong sessions = new AtomicLong();

  @Override
  public String name() {
    return "a session for each update";
  }

  @Override
  public int threads() {
    return 1;
  }

  @Override
  public long round(Site site, int thread) {
    long asked = 0;
    try (RpcConnector connector = site.connector()) {
      RpcConnection connection =
          connector.connect(site.leader().toString()).orTimeout(5, TimeUnit.SECONDS).join();
      for (int i = 0; i < ROUNDS; i++) {
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (; answers.size() < AT_ONCE; asked++) {
          answers.add(connection.send(update(site, sessions.incrementAndGet())));
        }
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
            .orTimeout(5, TimeUnit.SECONDS)
            .join();
      }
    } catch (CompletionException e) {
      // The leader has changed, or is too slow: another round asks again.
      return asked;
    }
    return asked;
  }

  private static Request.Builder update(Site site, long session) {
    Update.Builder update =
        Update.newBuilder().setPartition(site.partition()).setSession(session).setSeq(1);
    if (session % 2 == 0) {
      return Request.newBuilder()
          .setUpdate(update.setNoOperation(NoOperation.getDefaultInstance()));
    }
    Change.Put put =
        Change.Put.newBuilder()
            .setFamily("default")
            .setQualifier(ByteString.copyFromUtf8("session"))
            .setValue(ByteString.copyFromUtf8("value"))
            .build();
    return Request.newBuilder()
        .setUpdate(
            update
                .setOpened(0)
                .setRowMutation(
                    RowMutation.newBuilder()
                        .setRow(ByteString.copyFromUtf8("session-" + session % 1_000))
                        .addChanges(Change.newBuilder().setPut(put))));
  }
}
