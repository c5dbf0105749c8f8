package io.zabdb.faults.cluster;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.process.ServerProcess;
import io.zabdb.faults.process.Waiting;
import io.zabdb.node.config.Address;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A node of a cluster: its process, and what it says of itself. */
public final class ClusterNode implements AutoCloseable {

  private static final Duration STOPS_WITHIN = Duration.ofSeconds(60);
  private static final int HTTP_MILLIS = 2_000;
  private static final int HTTP_OK = 200;

  private final int id;
  private final CommandLines lines;
  private final Address http;
  private final ZabClient admin;
  private final Map<String, String> options;
  private Map<String, String> environment = Map.of();
  private ServerProcess process;

  /**
   * @param http its port for metrics and health
   * @param admin asks for its status
   */
  ClusterNode(int id, CommandLines lines, Address http, ZabClient admin) {
    this.id = id;
    this.lines = lines;
    this.http = http;
    this.admin = admin;
    options = new TreeMap<>(lines.options(id));
  }

  public int id() {
    return id;
  }

  /** Where its data is. */
  public Path data() {
    return lines.data(id);
  }

  /** Where its replica of the only group records what it does. */
  public Path trace() {
    return lines.traces(id).resolve("group-0-member-" + id + ".trace");
  }

  /** What its processes print. */
  public Path output() {
    return lines.output("node-" + id);
  }

  /** All that it has logged and printed. */
  public String logged() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Path file : new Path[] {lines.log(id), output()}) {
      if (Files.exists(file)) {
        text.append(Files.readString(file));
      }
    }
    return text.toString();
  }

  /** Another value of an option from the next start on. */
  public void set(String option, String value) {
    options.put(option, value);
  }

  /** Variables of its environment from the next start on. */
  public void setEnvironment(Map<String, String> variables) {
    environment = Map.copyOf(variables);
  }

  /** Starts its process; returns at once. */
  public void start() throws IOException {
    if (process != null) {
      process.close();
    }
    Path temporary = lines.temporary("node-" + id);
    DiskFiles.delete(temporary);
    Files.createDirectories(temporary);
    process = new ServerProcess("node-" + id, lines.node(id, options), environment, output());
    process.start();
  }

  /** Its present process, or the last one. */
  public ServerProcess process() {
    return process;
  }

  public boolean isRunning() {
    return process != null && process.isRunning();
  }

  /** kill -9. */
  public void kill() throws InterruptedException {
    process.kill();
  }

  /**
   * Stops it in order.
   *
   * @throws AssertionError if it does not end, or not with 0
   */
  public void stop() throws InterruptedException, IOException {
    process.terminate();
    awaitStopped();
  }

  void awaitStopped() throws InterruptedException, IOException {
    int exit = process.awaitExit(STOPS_WITHIN);
    if (exit != 0) {
      throw new AssertionError("node-" + id + " ended with " + exit + ":\n" + logged());
    }
  }

  /** What it says of itself; fails with {@code ZabException} if it does not answer. */
  public NodeStatus status() {
    return ZabClient.await(admin.admin().status(id));
  }

  /** Its replica of the first group, likewise. */
  public NodeStatus.Replica replica() {
    return replica(0);
  }

  /** Its replica of a group, likewise; of each group it has one. */
  public NodeStatus.Replica replica(int group) {
    return status().getReplicasList().stream()
        .filter(each -> each.getGroup() == group)
        .findFirst()
        .orElseThrow();
  }

  /** Whether it says that it serves. */
  public boolean isReady() {
    try {
      page("/health/ready");
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Waits until it serves. */
  public void awaitReady() throws Exception {
    Waiting.until(
        "a node " + id + " that is ready",
        () -> {
          if (!isRunning()) {
            throw new AssertionError("node-" + id + " has ended:\n" + logged());
          }
          return isReady();
        });
  }

  /** A figure of its metrics, summed over all labels. */
  public double metric(String name) throws IOException {
    return sum(name, "(?:\\{[^}]*})?");
  }

  /** The same over those that have a label of this value. */
  public double metric(String name, String label) throws IOException {
    return sum(name, "\\{[^}]*\"" + Pattern.quote(label) + "\"[^}]*}");
  }

  private double sum(String name, String labels) throws IOException {
    Matcher lines =
        Pattern.compile("(?m)^" + Pattern.quote(name) + labels + " (\\S+)$")
            .matcher(page("/metrics"));
    double sum = 0;
    boolean found = false;
    while (lines.find()) {
      sum += Double.parseDouble(lines.group(1));
      found = true;
    }
    if (!found) {
      throw new AssertionError("node-" + id + " has no metric " + name);
    }
    return sum;
  }

  private String page(String path) throws IOException {
    HttpURLConnection page =
        (HttpURLConnection) URI.create("http://" + http + path).toURL().openConnection();
    page.setConnectTimeout(HTTP_MILLIS);
    page.setReadTimeout(HTTP_MILLIS);
    if (page.getResponseCode() != HTTP_OK) {
      throw new IOException(path + " of node-" + id + ": code " + page.getResponseCode());
    }
    try (InputStream body = page.getInputStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }
}
