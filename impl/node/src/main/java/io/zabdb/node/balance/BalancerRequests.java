package io.zabdb.node.balance;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.coordination.format.BalanceSettings;
import io.zabdb.coordination.manager.BalancerSeat;
import io.zabdb.coordination.manager.SeatView;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.rpc.RequestHandler;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Balance;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What operators ask and want of the balancer. Thread-safe. */
public final class BalancerRequests implements RequestHandler {

  /** Of a node that has no configuration manager: there, an operator's command may balance. */
  public static final RequestHandler NONE =
      (request, responder) ->
          responder.respond(
              WireErrors.response(
                  ErrorCode.UNAVAILABLE,
                  "this cluster has no configuration manager, so none of its nodes balances the"
                      + " store; './zabdb balance --rounds 0' does, as long as it runs",
                  false));

  private final BalancerSeat seat;
  private final Supplier<Optional<RoundReport>> lastRound;

  /**
   * @param lastRound of this node
   */
  public BalancerRequests(BalancerSeat seat, Supplier<Optional<RoundReport>> lastRound) {
    this.seat = seat;
    this.lastRound = lastRound;
  }

  @Override
  public void handle(Request request, Responder responder) {
    if (!seat.isReachable()) {
      // It could be back in time, but who asks would wait for nothing if not.
      responder.respond(
          WireErrors.response(
              ErrorCode.UNAVAILABLE,
              "the configuration manager is away, and it keeps what is wanted of the balancer:"
                  + " nothing is balanced or changed until it is back",
              false));
      return;
    }
    if (request.hasGetBalance()) {
      seat.read()
          .whenComplete(
              (view, failure) ->
                  responder.respond(failure == null ? balance(view) : failed(failure, false)));
      return;
    }
    BalanceSettings wanted;
    try {
      wanted = SettingsRules.read(request.getSetBalance().getSettings());
    } catch (IllegalArgumentException e) {
      responder.respond(
          WireErrors.response(ErrorCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()), false));
      return;
    }
    seat.set(wanted)
        .whenComplete(
            (done, failure) ->
                responder.respond(
                    failure == null
                        ? Response.newBuilder().setDone(Done.getDefaultInstance())
                        : failed(failure, true)));
  }

  private Response.Builder balance(SeatView view) {
    Balance.Builder balance = Balance.newBuilder();
    view.settings().ifPresent(settings -> balance.setSettings(SettingsRules.write(settings)));
    view.holder().ifPresent(balance::setHolder);
    lastRound
        .get()
        .ifPresent(
            round ->
                balance
                    .setRoundMillisAgo(
                        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - round.began()))
                    .addAllLines(round.lines()));
    return Response.newBuilder().setBalance(balance);
  }

  /** Without an answer of the manager, nobody knows whether it was changed. */
  private static Response.Builder failed(Throwable failure, boolean isChange) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    boolean isMalformed =
        cause instanceof CoordinationException known && known.error() == ManagerError.MALFORMED;
    boolean isAway =
        cause instanceof CoordinationException known && known.error() == ManagerError.UNAVAILABLE;
    return WireErrors.response(
        isMalformed ? ErrorCode.INTERNAL : ErrorCode.UNAVAILABLE,
        String.valueOf(cause.getMessage()),
        isChange && isAway);
  }
}
