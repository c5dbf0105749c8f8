package io.zabdb.node.balance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.coordination.manager.ConfigurationManager;
import io.zabdb.coordination.manager.ManagerSettings;
import io.zabdb.node.Completing;
import io.zabdb.rpc.wire.BalanceSettings;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.GetBalance;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.SetBalance;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Without the configuration manager, whoever asks is told so, and need not wait for it. */
@Timeout(60)
class BalancerRequestsTest {

  private static Response answer(Request request) throws Exception {
    CompletableFuture<Response> responded = new CompletableFuture<>();
    // It takes connections, and answers none.
    try (ServerSocket silent = new ServerSocket(0);
        ConfigurationManager manager =
            new ConfigurationManager(
                ManagerSettings.of("127.0.0.1:" + silent.getLocalPort())
                    .withOperationTimeout(Duration.ofHours(1)))) {
      new BalancerRequests(manager.balancerSeat(), Optional::empty)
          .handle(request, new Completing(responded));
      return responded.get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void aQuestionIsAnsweredAtOnce() throws Exception {
    Response response =
        answer(Request.newBuilder().setGetBalance(GetBalance.getDefaultInstance()).build());
    assertEquals(ErrorCode.UNAVAILABLE, response.getError().getCode());
    assertTrue(
        response.getError().getMessage().startsWith("the configuration manager is away"),
        response.getError().getMessage());
  }

  @Test
  void whatIsWantedIsSurelyNotChanged() throws Exception {
    Response response =
        answer(
            Request.newBuilder()
                .setSetBalance(
                    SetBalance.newBuilder()
                        .setSettings(
                            BalanceSettings.newBuilder().setNodeHits(1_000).setEverySeconds(10)))
                .build());
    assertEquals(ErrorCode.UNAVAILABLE, response.getError().getCode());
    assertFalse(response.getError().getMayHaveHappened());
  }
}
