package io.zabdb.testkit.sim.explain;

import io.zabdb.testkit.sim.engine.EventLog;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 of all events, to compare runs byte for byte. */
public final class Digest implements EventLog {

  private final MessageDigest sha;

  public Digest() {
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public void add(long time, String who, String what) {
    sha.update((time + " " + who + " " + what + "\n").getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void message(long time, int from, int to, String what) {
    add(time, from + " to " + to, what);
  }

  /** In hexadecimal; ends the digest. */
  public String hex() {
    return HexFormat.of().formatHex(sha.digest());
  }
}
