package io.zabdb.peer;

import java.time.Duration;

/**
 * Limits on connections between nodes.
 *
 * @param maxFrameBytes the longest frame, from 1 KiB to 1 GiB; above the greatest payload of an
 *     entry and some
 * @param connectTimeout how long to try to connect, hellos included, at least 1 ms
 * @param keepalive how long a link for datagrams may be silent before its initiator asks whether
 *     the other side is there, eight times as long while the replica rests; it gives up after as
 *     long again, and the other side after 32 times as long; at least 1 ms
 * @param firstBackoff how long a link for datagrams waits before it connects again, at first;
 *     doubled each time; at least 1 ms
 * @param lastBackoff how long at most; and how long at most a connection of the core waits, once
 *     several were opened to the same member in a row
 * @param queueBytes memory for what waits to be sent over a connection that the other side does not
 *     read fast enough; beyond half of that, entries are read from the log when they can be sent;
 *     beyond all of that the connection is closed; at least 64 KiB
 * @param writeBufferBytes of that, encoded ahead; at least 1 KiB
 * @param differenceBytes the most memory that a difference may take that is received, at least
 *     {@code maxFrameBytes}
 * @param checkpointFiles the most files in a checkpoint that is received
 * @param checkpointBytes how much a checkpoint that is received may take on disk
 * @param maxConnections that are accepted, of all groups together
 * @param wordPatience how long another node may not tell that it is there until it counts as
 *     silent; this one tells so several times in that time ({@link
 *     io.zabdb.environment.peer.HeardNodes}); 0: neither
 */
public record PeerSettings(
    int maxFrameBytes,
    Duration connectTimeout,
    Duration keepalive,
    Duration firstBackoff,
    Duration lastBackoff,
    long queueBytes,
    int writeBufferBytes,
    long differenceBytes,
    int checkpointFiles,
    long checkpointBytes,
    int maxConnections,
    Duration wordPatience) {

  private static final int KIB = 1 << 10;
  private static final int MIN_QUEUE = 64 * KIB;
  private static final int MIB = 1 << 20;
  private static final long TIB = 1L << 40;

  public static final PeerSettings DEFAULT =
      new PeerSettings(
          40 * MIB,
          Duration.ofSeconds(1),
          Duration.ofMillis(500),
          Duration.ofMillis(20),
          Duration.ofMillis(500),
          4L * MIB,
          MIB,
          128L * MIB,
          100_000,
          16 * TIB,
          10_000,
          Duration.ZERO);

  public PeerSettings {
    check("maxFrameBytes", maxFrameBytes, KIB, 1024L * MIB);
    check("connectTimeout in ms", connectTimeout.toMillis(), 1, Integer.MAX_VALUE);
    check("keepalive in ms", keepalive.toMillis(), 1, Integer.MAX_VALUE);
    check("firstBackoff in ms", firstBackoff.toMillis(), 1, Integer.MAX_VALUE);
    check("lastBackoff in ms", lastBackoff.toMillis(), firstBackoff.toMillis(), Integer.MAX_VALUE);
    check("queueBytes", queueBytes, MIN_QUEUE, Long.MAX_VALUE);
    check("writeBufferBytes", writeBufferBytes, KIB, Integer.MAX_VALUE);
    check("differenceBytes", differenceBytes, maxFrameBytes, Long.MAX_VALUE);
    check("checkpointFiles", checkpointFiles, 1, Integer.MAX_VALUE);
    check("checkpointBytes", checkpointBytes, 1, Long.MAX_VALUE);
    check("maxConnections", maxConnections, 1, Integer.MAX_VALUE);
    check("wordPatience in ms", wordPatience.toMillis(), 0, Integer.MAX_VALUE);
  }

  /** The same with another {@code lastBackoff}. */
  public PeerSettings withBackoff(Duration last) {
    return new PeerSettings(
        maxFrameBytes,
        connectTimeout,
        keepalive,
        firstBackoff,
        last,
        queueBytes,
        writeBufferBytes,
        differenceBytes,
        checkpointFiles,
        checkpointBytes,
        maxConnections,
        wordPatience);
  }

  /** The same with another {@code wordPatience}. */
  public PeerSettings withWords(Duration patience) {
    return new PeerSettings(
        maxFrameBytes,
        connectTimeout,
        keepalive,
        firstBackoff,
        lastBackoff,
        queueBytes,
        writeBufferBytes,
        differenceBytes,
        checkpointFiles,
        checkpointBytes,
        maxConnections,
        patience);
  }

  private static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be from " + least + " to " + most + ", but is " + value);
    }
  }
}
