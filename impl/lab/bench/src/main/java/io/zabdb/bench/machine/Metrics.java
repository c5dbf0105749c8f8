package io.zabdb.bench.machine;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/** What a process tells Prometheus, in its text format. */
public final class Metrics {

  private static final int TIMEOUT_MILLIS = 5_000;

  private final String text;

  Metrics(String text) {
    this.text = text;
  }

  /**
   * Asks a process.
   *
   * @throws IOException which names the address, if it does not answer
   */
  public static Metrics fetch(InetSocketAddress address) throws IOException {
    HttpURLConnection page =
        (HttpURLConnection)
            new URL("http", address.getHostString(), address.getPort(), "/metrics")
                .openConnection();
    page.setConnectTimeout(TIMEOUT_MILLIS);
    page.setReadTimeout(TIMEOUT_MILLIS);
    try (InputStream body = page.getInputStream()) {
      return new Metrics(new String(body.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IOException("no metrics from " + address + ": " + e.getMessage(), e);
    }
  }

  /**
   * The sum of a metric over its labels; empty if there is no such metric.
   *
   * @param having the labels that count, each as it is written: {@code kind="get"}; none: all
   */
  public Optional<Double> sum(String name, String... having) {
    return text.lines()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .filter(line -> Stream.of(having).allMatch(line::contains))
        // Labels may hold spaces; a value may be followed by a time.
        .map(line -> line.substring(Math.max(line.lastIndexOf('}') + 1, name.length())).trim())
        .map(values -> Double.valueOf(values.split(" ")[0]))
        .reduce(Double::sum);
  }
}
