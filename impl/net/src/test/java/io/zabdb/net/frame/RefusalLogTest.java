package io.zabdb.net.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.net.Logs;
import io.zabdb.net.frame.wire.Reason;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class RefusalLogTest {

  private final RefusedException refusal = new RefusedException(Reason.GARBAGE, "a text");

  private static InetSocketAddress address(int host, int port) throws Exception {
    byte[] bytes = {10, (byte) (host >> 16), (byte) (host >> 8), (byte) host};
    return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
  }

  @Test
  void eachReasonIsLoggedOnceForEachAddressWhateverThePort() throws Exception {
    RefusalLog log = new RefusalLog("peers");
    try (Logs logs = new Logs()) {
      for (int port = 1; port < 100; port++) {
        log.log(address(1, port), refusal);
      }
      assertEquals(1, logs.with("a text").size());
      log.log(address(2, 1), refusal);
      assertEquals(2, logs.with("a text").size());
      log.log(address(1, 1), new RefusedException(Reason.TLS, "a text"));
      assertEquals(3, logs.with("a text").size());
      log.log(address(1, 1), RefusedException.byOtherSide(Reason.TLS, "a text"));
      assertEquals(4, logs.with("a text").size());
      assertEquals(
          "peers: refused a connection with /10.0.0.1:1: a text"
              + " (GARBAGE; logged once for this address and reason)",
          logs.with("a text").get(0));
    }
  }

  @Test
  void onlyTheLastAreRemembered() throws Exception {
    RefusalLog log = new RefusalLog("peers");
    try (Logs logs = new Logs()) {
      for (int host = 0; host <= RefusalLog.REMEMBERED; host++) {
        log.log(address(host, 1), refusal);
      }
      int all = RefusalLog.REMEMBERED + 1;
      assertEquals(all, logs.with("a text").size());
      log.log(address(1, 1), refusal);
      assertEquals(all, logs.with("a text").size());
      log.log(address(0, 1), refusal);
      assertEquals(all + 1, logs.with("a text").size());
    }
  }
}
