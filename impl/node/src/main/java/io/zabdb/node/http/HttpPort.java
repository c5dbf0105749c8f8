package io.zabdb.node.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.zabdb.net.tls.TlsSettings;
import io.zabdb.node.config.Address;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /metrics}, {@code /health/live} and {@code /health/ready} with few threads.
 * Thread-safe.
 */
public final class HttpPort implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HttpPort.class);

  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
  private static final String JSON = "application/json";
  private static final int THREADS = 2;
  private static final int WAITING = 32;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int FAILED = 500;
  private static final int UNAVAILABLE = 503;

  static {
    // A client that sends or reads slowly must not hold a thread for ever; in seconds.
    setDefault("sun.net.httpserver.maxReqTime", "10");
    setDefault("sun.net.httpserver.maxRspTime", "30");
  }

  private record HttpAnswer(int code, String type, String body) {}

  private final ObjectMapper json = new ObjectMapper();
  private final HttpServer server;
  private final ExecutorService threads;

  /**
   * Listens.
   *
   * @param tls with it, elsewhere than on loopback, it is HTTPS and clients show certificates
   * @param metrics in the text format of Prometheus
   * @param ready whether the node can serve
   * @throws IOException if it cannot listen there, or the certificates cannot be used
   */
  public HttpPort(
      Address address, Optional<TlsSettings> tls, Supplier<String> metrics, Supplier<Health> ready)
      throws IOException {
    server = Servers.open(address, tls);
    threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(WAITING),
            task -> {
              Thread thread = new Thread(task, "http");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    serve("/metrics", () -> new HttpAnswer(OK, METRICS, metrics.get()));
    serve("/health/live", () -> health(new Health(List.of()), "live"));
    serve("/health/ready", () -> health(ready.get(), "ready"));
    server.createContext("/", exchange -> send(exchange, text(NOT_FOUND, "no such page")));
    server.start();
  }

  /** Where it listens. */
  public int port() {
    return server.getAddress().getPort();
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  private void serve(String path, Supplier<HttpAnswer> page) {
    server.createContext(
        path,
        exchange -> {
          if (!exchange.getRequestURI().getPath().equals(path)) {
            send(exchange, text(NOT_FOUND, "no such page"));
          } else if (!exchange.getRequestMethod().matches("GET|HEAD")) {
            send(exchange, text(NOT_ALLOWED, "only GET"));
          } else {
            send(exchange, make(path, page));
          }
        });
  }

  private static HttpAnswer make(String path, Supplier<HttpAnswer> page) {
    try {
      return page.get();
    } catch (RuntimeException e) {
      LOG.warn("{} failed", path, e);
      return text(FAILED, "failed: " + e);
    }
  }

  private HttpAnswer health(Health health, String name) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put(name, health.isGood());
    body.put("reasons", health.reasons());
    return new HttpAnswer(
        health.isGood() ? OK : UNAVAILABLE, JSON, json.valueToTree(body).toString() + "\n");
  }

  private static HttpAnswer text(int code, String body) {
    return new HttpAnswer(code, "text/plain; charset=utf-8", body + "\n");
  }

  private static void send(HttpExchange exchange, HttpAnswer answer) throws IOException {
    try (exchange) {
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", answer.type());
      boolean head = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(answer.code(), head ? -1 : body.length);
      if (!head) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  /** Stops at once. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
