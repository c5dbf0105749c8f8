package io.zabdb.node.balance;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.pressure.NodeArbiter;
import io.zabdb.rpc.RequestHandler;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Takes it that somebody places the leaders of the store, and passes on what is asked of the
 * balancer. Thread-safe.
 *
 * <p>Source: {@code Placement!Tell}; {@code docs/decisions/0072}.
 */
public final class PlacingRequests implements RequestHandler {

  private final Consumer<Duration> placed;
  private final RequestHandler others;

  /**
   * @param placed hears for how long; see {@link NodeArbiter#leadersArePlaced}
   * @param others takes all other requests
   */
  public PlacingRequests(Consumer<Duration> placed, RequestHandler others) {
    this.placed = placed;
    this.others = others;
  }

  @Override
  public void handle(Request request, Responder responder) {
    if (!request.hasPlaceLeaders()) {
      others.handle(request, responder);
      return;
    }
    long millis = request.getPlaceLeaders().getMillis();
    long most = NodeArbiter.LONGEST_PLACED.toMillis();
    if (millis < 1 || millis > most) {
      responder.respond(
          WireErrors.response(
              ErrorCode.INVALID_ARGUMENT,
              "leaders are placed for "
                  + Long.toUnsignedString(millis)
                  + " ms, 1 to "
                  + most
                  + " are allowed",
              false));
      return;
    }
    placed.accept(Duration.ofMillis(millis));
    responder.respond(Response.newBuilder().setDone(Done.getDefaultInstance()));
  }
}
