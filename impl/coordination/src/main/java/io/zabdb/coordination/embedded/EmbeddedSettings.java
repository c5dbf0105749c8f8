package io.zabdb.coordination.embedded;

import java.nio.file.Path;

/**
 * The embedded server.
 *
 * @param directory of its data; made if it is missing
 * @param host to listen at
 * @param port to listen at, 0: a free one
 * @param connections the most from one address, and in all, 1 to 100,000
 */
public record EmbeddedSettings(Path directory, String host, int port, int connections) {

  public EmbeddedSettings {
    if (host.isBlank()) {
      throw new IllegalArgumentException("the host to listen at is empty");
    }
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("the port is " + port + ", allowed are 0 to 65535");
    }
    if (connections < 1 || connections > 100_000) {
      throw new IllegalArgumentException(
          "at most " + connections + " connections: allowed are 1 to 100000");
    }
  }

  /** On the loopback interface, at most 1,000 connections. */
  public static EmbeddedSettings of(Path directory, int port) {
    return new EmbeddedSettings(directory, "127.0.0.1", port, 1_000);
  }
}
