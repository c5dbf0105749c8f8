package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.faults.judge.Trial;
import io.zabdb.testkit.broken.BrokenBuilds;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The judges of these tests convict builds that are broken where it hurts, and the product not. */
@Timeout(300)
class JudgesTest {

  private static final Path IMPL = Path.of("").toAbsolutePath().getParent().getParent();
  private static final Path EVIDENCE = Path.of("target", "faults", "JudgesTest");

  private static String verdict(String build, String scene) throws Exception {
    return Trial.ofBroken(
        BrokenBuilds.named(build).orElseThrow(), IMPL, List.of(scene), EVIDENCE.resolve(build));
  }

  @Test
  void theProductPasses() {
    assertEquals("", Trial.ofProduct(Trial.scenes(), EVIDENCE.resolve("product")));
  }

  @Test
  void aLeaderThatReadsUnderALeaseIsConvicted() throws Exception {
    String verdict = verdict("LeaseRead", "cut-off-leader");
    assertTrue(verdict.contains("history: INVALID"), verdict);
  }

  @Test
  void aClientThatIsSureOfWhatItSentInVainIsConvicted() throws Exception {
    String verdict = verdict("CutIsSure", "broken-connections");
    assertTrue(verdict.contains("final reads: "), verdict);
  }
}
