package io.zabdb.modelcheck.tlc;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMISocketFactory;
import java.util.concurrent.locks.LockSupport;

/**
 * What a process of TLC runs: TLC itself, without what a search in one process has no use for. Most
 * models end within a second, so that the start and the end of TLC are most of what they cost.
 *
 * <ul>
 *   <li>TLC's set of states is a remote object of Java's RMI, for searches on several machines, and
 *       so listens on a port. A JVM that exits waits 0.3 s for the thread that listens, as it does
 *       for all that are in native code. Here nothing listens, and the thread is parked.
 *   <li>TLC offers its messages to Java's flight recorder, which is prepared with the first one: a
 *       tenth to a fifth of a short run. The recorder is told that this JVM has none.
 * </ul>
 */
final class TlcProgram {

  private TlcProgram() {}

  /**
   * Runs TLC.
   *
   * @param arguments TLC's own
   */
  public static void main(String[] arguments) throws Exception {
    System.setProperty("jfr.unsupported.vm", "true");
    RMISocketFactory.setSocketFactory(new NoNetwork());
    tlc2.TLC.main(arguments);
  }

  private static final class NoNetwork extends RMISocketFactory {

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      throw new IOException("TLC has no network here");
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
      return new NobodyCalls();
    }
  }

  /** A socket that is bound to no port. */
  private static final class NobodyCalls extends ServerSocket {

    NobodyCalls() throws IOException {}

    @Override
    public Socket accept() {
      while (true) {
        LockSupport.park(this);
      }
    }

    /** RMI asks for a port to write into references to its objects, which nobody gets. */
    @Override
    public int getLocalPort() {
      return 1;
    }
  }
}
