package io.zabdb.bench.failover;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SignalsTest {

  @Test
  void killsTheProcessThatIsMeant() throws Exception {
    // Reads what never comes.
    Process process = new ProcessBuilder("cat").start();
    try (Signals signals = new Signals()) {
      signals.send("STOP", process.pid());
      assertTrue(process.isAlive());
      signals.send("CONT", process.pid());
      assertTrue(process.isAlive());
      signals.send("KILL", process.pid());
      assertTrue(process.waitFor(1, TimeUnit.MINUTES));
      // What was killed and waited for is no more.
      assertThrows(IOException.class, () -> signals.send("KILL", process.pid()));
      assertFalse(process.isAlive());
    } finally {
      process.destroyForcibly();
    }
  }
}
