package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli;
import org.junit.jupiter.api.Test;

/** What is asked for wrongly; what it does is in the fault tests. */
class NodesCommandTest {

  private static void assertUsage(String reason, String... words) {
    Cli.Ended ended = Cli.run(words);
    assertEquals(2, ended.exit(), ended.err());
    assertTrue(ended.err().contains(reason), ended.err());
  }

  @Test
  void whatMakesNoSenseIsRefusedAndNamed() {
    assertUsage("'mend' is none of add, remove and replace", "nodes", "mend");
    assertUsage("nodes replace takes 1 nodes here, not 2", "nodes", "replace", "1", "3");
    assertUsage("nodes add takes 0 nodes here, not 1", "nodes", "add", "1");
    String other = "--connect=127.0.0.1:1";
    assertUsage("nodes remove takes 1 nodes here, not 0", "nodes", "remove", other);
    assertUsage("nodes replace takes 2 nodes here, not 1", "nodes", "replace", "1", other);
    assertUsage("node 1 cannot replace itself", "nodes", "replace", "1", "1", other);
  }
}
