package io.zabdb.node.server;

import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Scan;
import java.util.List;

/**
 * Which tokens a request of a client is about, where no replica is there to say what of it is
 * right.
 */
final class AskedTokens {

  private AskedTokens() {}

  /** None: it is about none, or makes no sense. */
  static List<TokenRange> of(Request request) {
    try {
      return switch (request.getBodyCase()) {
        case UPDATE ->
            Conversions.action(request.getUpdate()).mutations().stream()
                .map(mutation -> row(mutation.row().array()))
                .toList();
        case GET -> List.of(row(request.getGet().getRow().toByteArray()));
        default -> of(request.getScan());
      };
    } catch (ZabException | IllegalArgumentException e) {
      return List.of();
    }
  }

  private static List<TokenRange> of(Scan scan) {
    return switch (scan.getRangeCase()) {
      case TOKENS ->
          List.of(new TokenRange(scan.getTokens().getAfter(), scan.getTokens().getUpTo()));
      case ROW -> List.of(row(scan.getRow().getRow().toByteArray()));
      case COLUMNS -> List.of(row(scan.getColumns().getRow().toByteArray()));
      case RANGE_NOT_SET -> List.of();
    };
  }

  private static TokenRange row(byte[] row) {
    return TokenRange.of(Token.of(row));
  }
}
