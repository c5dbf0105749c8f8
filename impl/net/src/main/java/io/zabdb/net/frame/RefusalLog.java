package io.zabdb.net.frame;

import io.zabdb.net.frame.wire.Reason;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs refusals, each reason once for each address: a refused peer tries again and again, from
 * another port each time. The last {@value #REMEMBERED} are remembered. Thread-safe.
 */
public final class RefusalLog {

  private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);

  /** How many pairs of address and reason. */
  static final int REMEMBERED = 1024;

  private record Key(InetAddress address, Reason reason, boolean byOtherSide) {}

  private final String port;
  private final Map<Key, Boolean> logged =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Boolean> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * @param port what is connected, for the log, such as "peers"
   */
  public RefusalLog(String port) {
    this.port = port;
  }

  public void log(SocketAddress address, RefusedException refusal) {
    if (isNews(address, refusal)) {
      LOG.warn(
          "{}: {} {}: {} ({}; logged once for this address and reason)",
          port,
          refusal.isByOtherSide() ? "connecting to" : "refused a connection with",
          address,
          refusal.getMessage(),
          refusal.reason());
    }
  }

  private boolean isNews(SocketAddress address, RefusedException refusal) {
    InetAddress host = address instanceof InetSocketAddress inet ? inet.getAddress() : null;
    synchronized (logged) {
      return logged.put(new Key(host, refusal.reason(), refusal.isByOtherSide()), true) == null;
    }
  }
}
