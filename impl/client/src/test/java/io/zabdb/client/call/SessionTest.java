package io.zabdb.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.fake.FakeClients;
import io.zabdb.client.fake.FakeCluster;
import io.zabdb.client.fake.VirtualTimers;
import io.zabdb.client.operation.Update;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** When sessions are opened, and what becomes of those that the nodes forgot. */
class SessionTest {

  private static final long OPENED = 1_700_000_000_077L;

  private final VirtualTimers time = new VirtualTimers();
  private final FakeCluster cluster = new FakeCluster(time, 3, Ring.even(1, 1));
  private final Caller caller = FakeClients.caller(cluster, FakeClients.settings(), 1);

  private CompletableFuture<Version> put(String value) {
    RowMutation mutation =
        RowMutation.of(Bytes.of("row"), new Change.Put(Column.DEFAULT, Bytes.of(value)));
    return caller.call(Update.row("put", mutation));
  }

  private <T> T done(CompletableFuture<T> future) {
    time.until(future);
    return future.join();
  }

  private List<io.zabdb.rpc.wire.Update> updates() {
    return cluster.node(0).received().stream()
        .filter(Request::hasUpdate)
        .map(Request::getUpdate)
        .toList();
  }

  private static Response.Builder error(ErrorCode code) {
    return Response.newBuilder()
        .setError(
            Error.newBuilder()
                .setCodeValue(code.number())
                .setMessage("scripted")
                .setTime(OPENED)
                .setMayHaveHappened(false));
  }

  /** As nodes do: an update must say when its session was opened. */
  private void insist() {
    cluster.setScript(
        (node, request) ->
            request.hasUpdate() && !request.getUpdate().hasOpened()
                ? error(ErrorCode.NOT_OPENED)
                : null);
  }

  @Test
  void aSessionSaysWhenItWasOpened() {
    insist();
    done(put("a"));
    done(put("b"));
    List<io.zabdb.rpc.wire.Update> sent = updates();
    assertEquals(3, sent.size());
    assertEquals(1, sent.stream().map(io.zabdb.rpc.wire.Update::getSession).distinct().count());
    assertEquals(List.of(1L, 1L, 2L), sent.stream().map(io.zabdb.rpc.wire.Update::getSeq).toList());
    assertEquals(OPENED, sent.get(1).getOpened());
    assertEquals(OPENED, sent.get(2).getOpened());
    assertEquals(2, cluster.store().applied().size());
  }

  @Test
  void sessionsThatAreOpenedSoonAfterNeedNotAskAgain() {
    insist();
    done(put("a"));
    CompletableFuture<Version> one = put("b");
    CompletableFuture<Version> other = put("c");
    done(one);
    done(other);
    assertEquals(1, updates().stream().filter(update -> !update.hasOpened()).count());
    CompletableFuture<Void> minute = new CompletableFuture<>();
    time.in(Duration.ofSeconds(61), () -> minute.complete(null));
    done(minute);
    List<CompletableFuture<Version>> three = List.of(put("d"), put("e"), put("f"));
    three.forEach(this::done);
    assertEquals(2, updates().stream().filter(update -> !update.hasOpened()).count());
  }

  @Test
  void anUpdateThatWasSentOnceTakesAnotherSession() {
    insist();
    done(put("a"));
    long forgotten = updates().get(0).getSession();
    cluster.setScript(
        (node, request) -> {
          if (!request.hasUpdate()) {
            return null;
          }
          if (request.getUpdate().getSession() == forgotten) {
            return error(ErrorCode.TOO_OLD);
          }
          return request.getUpdate().hasOpened() ? null : error(ErrorCode.NOT_OPENED);
        });
    done(put("b"));
    List<io.zabdb.rpc.wire.Update> sent = updates();
    assertEquals(5, sent.size());
    assertEquals(forgotten, sent.get(2).getSession());
    assertNotEquals(forgotten, sent.get(4).getSession());
    assertEquals(1, sent.get(4).getSeq());
    // What was told before the session was forgotten may be as old.
    assertTrue(!sent.get(3).hasOpened() && sent.get(4).hasOpened());
    assertEquals(2, cluster.store().applied().size());
  }

  /** After a rest the sessions of a burst are all as old. */
  @Test
  void noneOfTheOtherSessionsThatRestedIsTried() {
    List<CompletableFuture<Version>> burst = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      burst.add(put("burst"));
    }
    burst.forEach(this::done);
    Set<Long> forgotten =
        updates().stream().map(io.zabdb.rpc.wire.Update::getSession).collect(Collectors.toSet());
    assertEquals(200, forgotten.size());
    int before = updates().size();
    cluster.setScript(
        (node, request) ->
            request.hasUpdate() && forgotten.contains(request.getUpdate().getSession())
                ? error(ErrorCode.TOO_OLD)
                : null);
    done(put("later"));
    assertEquals(2, updates().size() - before);
  }

  /** A node makes an update, and does not say so; all nodes have forgotten its session then. */
  private void isNotKnown(Supplier<Response.Builder> told) {
    cluster.setScript(
        (node, request) -> {
          if (!request.hasUpdate()) {
            return null;
          }
          cluster.store().update(request.getUpdate());
          cluster.setScript((other, any) -> any.hasUpdate() ? error(ErrorCode.TOO_OLD) : null);
          return told.get();
        });
    CompletableFuture<Version> update = put("a");
    time.until(update);
    ZabException failure =
        (ZabException) assertThrows(CompletionException.class, update::join).getCause();
    assertEquals(ErrorCode.TOO_OLD, failure.code());
    assertTrue(failure.mayHaveHappened());
    assertEquals(1, cluster.store().applied().size());
  }

  @Test
  void whetherAnUpdateThatWasSentAgainWasMadeIsNotKnown() {
    isNotKnown(
        () -> {
          cluster.node(0).breakConnections();
          return Response.newBuilder();
        });
  }

  @Test
  void whatTheFirstNodeDidNotKnowTheNextRefusalDoesNotSettle() {
    isNotKnown(
        () -> {
          Response.Builder unknown = error(ErrorCode.TIMEOUT);
          unknown.getErrorBuilder().setMayHaveHappened(true);
          return unknown;
        });
  }
}
