package io.zabdb.conformance.transfer;

import io.zabdb.core.message.Datagram;
import java.util.List;

/**
 * A step of {@code specs/transfer/TraceLeadershipTransfer.tla}, with the state that it led to.
 *
 * @param action as named there
 * @param node the member that took it
 * @param peer the other member, or -1
 * @param from the sender of the message
 * @param to its receiver
 * @param message the datagram handled or sent, or null
 * @param quorum who has adopted the epoch that begins, as bits
 * @param lags what the acting leader knows of them; empty but in Lags
 * @param state of the member after the step; null where none was recorded
 */
record TransferStep(
    String action,
    int node,
    int peer,
    int from,
    int to,
    Datagram message,
    long quorum,
    List<Long> lags,
    TransferState state) {

  static TransferStep of(String action, int node, int peer, TransferState state) {
    return new TransferStep(action, node, peer, -1, -1, null, 0, List.of(), state);
  }

  /** The same with another state. */
  TransferStep with(TransferState other) {
    return new TransferStep(action, node, peer, from, to, message, quorum, lags, other);
  }
}
