package io.zabdb.cli.local;

import io.zabdb.cli.error.CliException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Starts what of a cluster does not run, and waits until it serves. */
public final class Startup {

  private static final int CONNECT_MILLIS = 1_000;
  private static final int POLL_MILLIS = 20;
  private static final int READY = 200;

  private final LocalCluster cluster;

  public Startup(LocalCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Starts all processes that do not run.
   *
   * @return their names
   */
  public List<String> start() throws IOException {
    List<String> started = new ArrayList<>();
    for (LocalProcess process : cluster.processes()) {
      if (process.process().isEmpty()) {
        process.start();
        started.add(process.name());
      }
    }
    return started;
  }

  /**
   * Waits until every replica of every node leads or follows a leader, and clients are answered.
   *
   * @throws CliException if a process ends, or it takes longer than the limit; with the end of what
   *     the process logged
   */
  public void await(Duration limit) throws IOException, InterruptedException, CliException {
    long deadline = System.nanoTime() + limit.toNanos();
    for (Layout.LocalNode node : cluster.layout().nodes()) {
      String missing = missing(node);
      while (!missing.isEmpty()) {
        checkAlive();
        if (System.nanoTime() > deadline) {
          throw CliException.differs(
              "node "
                  + node.id()
                  + " is not ready after "
                  + limit.toSeconds()
                  + " s: "
                  + missing
                  + "\n"
                  + cluster.process(node).tail());
        }
        Thread.sleep(POLL_MILLIS);
        missing = missing(node);
      }
    }
  }

  private void checkAlive() throws IOException, CliException {
    for (LocalProcess process : cluster.processes()) {
      if (process.process().isEmpty()) {
        throw CliException.differs(process.name() + " has ended\n" + process.tail());
      }
    }
  }

  /** What a node lacks to serve; empty: nothing. */
  private static String missing(Layout.LocalNode node) {
    try {
      HttpURLConnection page =
          (HttpURLConnection)
              URI.create("http://" + node.host() + ":" + node.httpPort() + "/health/ready")
                  .toURL()
                  .openConnection();
      page.setConnectTimeout(CONNECT_MILLIS);
      page.setReadTimeout(CONNECT_MILLIS);
      int code = page.getResponseCode();
      if (code == READY) {
        return connects(node) ? "" : "its port for clients does not answer";
      }
      try (InputStream body = page.getErrorStream()) {
        return body == null
            ? "code " + code
            : new String(body.readAllBytes(), StandardCharsets.UTF_8).trim();
      }
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  private static boolean connects(Layout.LocalNode node) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getByName(node.host()), node.port()), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
