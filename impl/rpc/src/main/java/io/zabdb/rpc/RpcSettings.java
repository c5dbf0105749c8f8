package io.zabdb.rpc;

import java.time.Duration;

/**
 * Limits on connections between clients and a node, for both sides.
 *
 * @param maxFrameBytes the longest request or response, from 1 KiB to 1 GiB
 * @param maxConnections that a server takes, at least 1
 * @param maxUnderWay requests of one connection that are not answered yet, at least 1
 * @param connectTimeout how long to try to connect, hellos included, at least 1 ms
 * @param idleTimeout after which a server closes a connection on which nothing happens; at least 1
 *     ms
 * @param keepalive how long a client lets a connection be silent before it asks whether the server
 *     is there; it gives up after as long again; at least 1 ms
 * @param slowClientTimeout in which a client must move some bytes of what waits for it, or of the
 *     frame that it sends, or its connection is closed; also how long a request without a timeout
 *     of its own waits for memory; at least 1 ms
 * @param writeBufferBytes once so many bytes wait for a slow reader, nothing more is read from it;
 *     at least 1 KiB
 */
public record RpcSettings(
    int maxFrameBytes,
    int maxConnections,
    int maxUnderWay,
    Duration connectTimeout,
    Duration idleTimeout,
    Duration keepalive,
    Duration slowClientTimeout,
    int writeBufferBytes) {

  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  public static final RpcSettings DEFAULT =
      new RpcSettings(
          34 * MIB,
          10_000,
          1024,
          Duration.ofSeconds(2),
          Duration.ofMinutes(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(10),
          256 * KIB);

  public RpcSettings {
    check("maxFrameBytes", maxFrameBytes, KIB, 1024L * MIB);
    check("maxConnections", maxConnections, 1, Integer.MAX_VALUE);
    check("maxUnderWay", maxUnderWay, 1, Integer.MAX_VALUE);
    check("connectTimeout in ms", connectTimeout.toMillis(), 1, Integer.MAX_VALUE);
    check("idleTimeout in ms", idleTimeout.toMillis(), 1, Integer.MAX_VALUE);
    check("keepalive in ms", keepalive.toMillis(), 1, Integer.MAX_VALUE);
    check("slowClientTimeout in ms", slowClientTimeout.toMillis(), 1, Integer.MAX_VALUE);
    check("writeBufferBytes", writeBufferBytes, KIB, Integer.MAX_VALUE);
  }

  private static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be from " + least + " to " + most + ", but is " + value);
    }
  }

  public RpcSettings withMaxFrameBytes(int bytes) {
    return new RpcSettings(
        bytes,
        maxConnections,
        maxUnderWay,
        connectTimeout,
        idleTimeout,
        keepalive,
        slowClientTimeout,
        writeBufferBytes);
  }

  public RpcSettings withMaxConnections(int connections) {
    return new RpcSettings(
        maxFrameBytes,
        connections,
        maxUnderWay,
        connectTimeout,
        idleTimeout,
        keepalive,
        slowClientTimeout,
        writeBufferBytes);
  }

  /** A limit on requests of one connection under way. */
  public RpcSettings withMaxUnderWay(int requests) {
    return new RpcSettings(
        maxFrameBytes,
        maxConnections,
        requests,
        connectTimeout,
        idleTimeout,
        keepalive,
        slowClientTimeout,
        writeBufferBytes);
  }

  /** How long to wait for what. */
  public RpcSettings withTimes(Duration connectTimeout, Duration idleTimeout, Duration keepalive) {
    return new RpcSettings(
        maxFrameBytes,
        maxConnections,
        maxUnderWay,
        connectTimeout,
        idleTimeout,
        keepalive,
        slowClientTimeout,
        writeBufferBytes);
  }

  /** How long to bear with clients that do not read, or do not go on. */
  public RpcSettings withSlowClientTimeout(Duration timeout) {
    return new RpcSettings(
        maxFrameBytes,
        maxConnections,
        maxUnderWay,
        connectTimeout,
        idleTimeout,
        keepalive,
        timeout,
        writeBufferBytes);
  }
}
