package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A transfer that can never be made is not asked for again and again. */
@Timeout(60)
class TransferCommandTest {

  private final AtomicInteger asked = new AtomicInteger();

  private Response.Builder answer(int node, Request request) {
    if (request.hasGetStatus()) {
      return Response.newBuilder()
          .setStatus(
              NodeStatus.newBuilder()
                  .addReplicas(
                      NodeStatus.Replica.newBuilder()
                          .setRole("LEADING")
                          .setPhase("BROADCAST")
                          .setEpoch(1)));
    }
    asked.incrementAndGet();
    return Response.newBuilder()
        .setError(
            Error.newBuilder()
                .setCode(ErrorCode.INVALID_ARGUMENT)
                .setMessage("there is nobody to hand over to"));
  }

  @Test
  void theReasonIsToldAtOnce() throws IOException {
    try (FakeNodes nodes = new FakeNodes(List.of(0), this::answer)) {
      Cli.Ended ended = nodes.run("transfer", "--timeout=3600");
      assertEquals(1, ended.exit(), ended.toString());
      assertTrue(ended.err().contains("nobody to hand over to"), ended.err());
      assertEquals(1, ended.err().lines().count(), ended.err());
      assertEquals(1, asked.get());
    }
  }
}
