package io.zabdb.node.balance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.node.Completing;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.GetBalance;
import io.zabdb.rpc.wire.PlaceLeaders;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node hears that somebody places the leaders of the store. */
class PlacingRequestsTest {

  private final List<Duration> placed = new ArrayList<>();

  private Response answer(Request.Builder request) {
    CompletableFuture<Response> responded = new CompletableFuture<>();
    new PlacingRequests(placed::add, BalancerRequests.NONE)
        .handle(request.build(), new Completing(responded));
    return responded.join();
  }

  private Response place(long millis) {
    return answer(
        Request.newBuilder().setPlaceLeaders(PlaceLeaders.newBuilder().setMillis(millis)));
  }

  @Test
  void theNodeHearsForHowLong() {
    assertTrue(place(1).hasDone());
    assertTrue(place(7_200_000).hasDone());
    assertEquals(List.of(Duration.ofMillis(1), Duration.ofHours(2)), placed);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 7_200_001, -1, Long.MIN_VALUE})
  void aTimeThatMakesNoSenseIsRefused(long millis) {
    Response response = place(millis);
    assertEquals(ErrorCode.INVALID_ARGUMENT, response.getError().getCode());
    assertEquals(
        "leaders are placed for " + Long.toUnsignedString(millis) + " ms, 1 to 7200000 are allowed",
        response.getError().getMessage());
    assertEquals(List.of(), placed);
  }

  @Test
  void whatElseIsAskedIsForTheBalancer() {
    Response response = answer(Request.newBuilder().setGetBalance(GetBalance.getDefaultInstance()));
    assertEquals(ErrorCode.UNAVAILABLE, response.getError().getCode());
    assertEquals(List.of(), placed);
  }
}
