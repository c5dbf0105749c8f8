package io.zabdb.cli.local;

import io.zabdb.cli.error.CliException;
import io.zabdb.node.config.Address;
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
import java.util.function.Supplier;

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
   * Starts all processes that do not run, once all of them can listen.
   *
   * @return their names
   * @throws CliException if another process has a port of theirs; then nothing is started
   */
  public List<String> start() throws IOException, InterruptedException, CliException {
    List<LocalProcess> down = new ArrayList<>();
    for (LocalProcess process : cluster.processes()) {
      if (process.process().isEmpty()) {
        process.checkPorts();
        down.add(process);
      }
    }
    for (LocalProcess process : down) {
      process.start();
    }
    return down.stream().map(LocalProcess::name).toList();
  }

  /**
   * Waits until the configuration manager answers, every replica of every node leads or follows a
   * leader, and clients are answered.
   *
   * @throws CliException if a process ends, or it takes longer than the limit; with the end of what
   *     the process logged
   */
  public void await(Duration limit) throws IOException, InterruptedException, CliException {
    long deadline = System.nanoTime() + limit.toNanos();
    Address manager = Address.parse(cluster.layout().zookeeper());
    await(cluster.configManager(), () -> missing(manager), limit, deadline);
    for (Layout.LocalNode node : cluster.layout().nodes()) {
      await(cluster.process(node), () -> missing(node), limit, deadline);
    }
    // What answered may be others, who took a port since it was looked at.
    checkAlive();
  }

  private void await(LocalProcess process, Supplier<String> lack, Duration limit, long deadline)
      throws IOException, InterruptedException, CliException {
    String missing = lack.get();
    while (!missing.isEmpty()) {
      checkAlive();
      if (System.nanoTime() > deadline) {
        throw CliException.differs(
            process.name()
                + " is not ready after "
                + limit.toSeconds()
                + " s: "
                + missing
                + "\n"
                + process.tail());
      }
      Thread.sleep(POLL_MILLIS);
      missing = lack.get();
    }
  }

  private void checkAlive() throws IOException, CliException {
    for (LocalProcess process : cluster.processes()) {
      if (process.process().isEmpty()) {
        throw CliException.differs(process.name() + " has ended\n" + process.tail());
      }
    }
  }

  /** What a configuration manager lacks to serve; empty: nothing. */
  private static String missing(Address manager) {
    try (Socket socket = new Socket()) {
      socket.connect(manager.resolve(), CONNECT_MILLIS);
      socket.setSoTimeout(CONNECT_MILLIS);
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
      return answer.contains("Mode: ") ? "" : "it answers '" + answer + "'";
    } catch (IOException e) {
      return e.getMessage();
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
