package io.zabdb.net.tls;

import io.netty.handler.codec.DecoderException;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.wire.Reason;
import javax.net.ssl.SSLException;

/** Tells failures of TLS from others. */
public final class TlsFaults {

  private static final String ALERT = "Received fatal alert";

  private TlsFaults() {}

  /** A refusal, if TLS has failed: one side does not trust the other; else the cause as it is. */
  public static Throwable describe(Throwable cause) {
    Throwable inner = cause instanceof DecoderException ? cause.getCause() : cause;
    if (!(inner instanceof SSLException)) {
      return cause;
    }
    String message = "TLS failed: " + inner.getMessage();
    return inner.getMessage() != null && inner.getMessage().startsWith(ALERT)
        ? RefusedException.byOtherSide(Reason.TLS, message)
        : new RefusedException(Reason.TLS, message);
  }
}
