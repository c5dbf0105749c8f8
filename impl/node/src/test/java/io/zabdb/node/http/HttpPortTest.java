package io.zabdb.node.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.node.config.Address;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HttpPortTest {

  private HttpPort port;

  private void serve(java.util.function.Supplier<String> metrics, Health ready) throws IOException {
    port = new HttpPort(new Address("127.0.0.1", 0), Optional.empty(), metrics, () -> ready);
  }

  @AfterEach
  void close() {
    port.close();
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.port() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void pages() throws Exception {
    serve(() -> "a 1.0\n", new Health(List.of("no \"leader\"")));
    HttpResponse<String> metrics = send("GET", "/metrics");
    assertEquals("a 1.0\n", metrics.body());
    assertEquals(
        "text/plain; version=0.0.4; charset=utf-8",
        metrics.headers().firstValue("Content-Type").orElseThrow());
    assertEquals("", send("HEAD", "/metrics").body());
    HttpResponse<String> ready = send("GET", "/health/ready");
    assertEquals(503, ready.statusCode());
    assertEquals("{\"ready\":false,\"reasons\":[\"no \\\"leader\\\"\"]}\n", ready.body());
    assertEquals(200, send("GET", "/health/live").statusCode());
  }

  @Test
  void otherPagesAndMethods() throws Exception {
    serve(() -> "", new Health(List.of()));
    assertEquals(404, send("GET", "/").statusCode());
    assertEquals(404, send("GET", "/metrics/more").statusCode());
    assertEquals(404, send("GET", "/health").statusCode());
    assertEquals(405, send("POST", "/metrics").statusCode());
    assertEquals(405, send("DELETE", "/health/ready").statusCode());
  }

  @Test
  void aPageThatFailsDoesNotEndTheServer() throws Exception {
    serve(
        () -> {
          throw new IllegalStateException("no figures");
        },
        new Health(List.of()));
    assertEquals(500, send("GET", "/metrics").statusCode());
    assertEquals(200, send("GET", "/health/ready").statusCode());
  }

  @Test
  void closesWhileAPageIsMade() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    serve(
        () -> {
          asked.countDown();
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return "";
        },
        new Health(List.of()));
    Thread client =
        new Thread(() -> assertThrows(IOException.class, () -> send("GET", "/metrics")));
    client.start();
    asked.await();
    port.close();
    client.join();
  }
}
