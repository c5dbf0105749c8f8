package io.zabdb.bench.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.BenchCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What a user may get wrong, of all commands that start nodes. */
class OpsCommandTest {

  @TempDir Path folder;

  private final StringWriter errors = new StringWriter();

  private int run(String... arguments) {
    CommandLine commands =
        BenchCommand.commands(
            (directory, nodes, options) -> {
              throw new IOException("the nodes do not start");
            });
    commands.setErr(new PrintWriter(errors));
    return commands.execute(arguments);
  }

  private void refused(String sentence, String... arguments) {
    assertEquals(2, run(arguments));
    assertTrue(errors.toString().contains(sentence), errors.toString());
  }

  @Test
  void numbersOutOfRange() {
    refused("--clients is 0, allowed is 1 to 4096", "ops", "--clients", "1,0");
    refused("--seconds is 0, allowed is 1 to 86400", "ops", "--seconds", "0");
    refused("--warm-up is -1, allowed is 1 to 86400", "ops", "--warm-up", "-1");
    refused("--connections is 65, allowed is 1 to 64", "ops", "--connections", "65");
    refused("--value-bytes is 1048577", "ops", "--value-bytes", "1048577");
    refused("0 rows of 1024 bytes", "ops", "--rows", "0");
    refused("--rounds is 0, allowed is 1 to 10000", "failover", "--rounds", "0");
    refused("--nodes is 2, allowed is 3 to 15", "failover", "--nodes", "2");
    refused("--nodes is 4, allowed are 3, 5 and 7", "compaction", "--nodes", "4");
    refused("--clients is 4097, allowed is 1 to 4096", "compaction", "--clients", "4097");
    refused("--rounds is 101, allowed is 1 to 100", "compaction", "--rounds", "101");
    refused("--seconds is 3601, allowed is 1 to 3600", "compaction", "--seconds", "3601");
    refused("--records is 0, allowed is 1 to 100000000", "compaction", "--records", "0");
    refused("--bucket is 9, allowed is 10 to 60000", "compaction", "--bucket", "9");
    refused("--cpu is 0.05, allowed is 0, or 0.1 to 1024", "compaction", "--cpu", "0.05");
    refused("--cpu is NaN", "compaction", "--cpu", "NaN");
    refused("--disk is 1KiB, allowed is 0, or 64KiB to 1TiB", "compaction", "--disk", "1KiB");
    refused("--clients is 0, allowed is 1 to 4096", "peers", "--clients", "0");
    refused("--rounds is 101, allowed is 1 to 100", "peers", "--rounds", "101");
    refused("--value-bytes is 7, allowed is 8 to 1048576", "failover", "--value-bytes", "7");
  }

  @Test
  void namesThatAreUnknown() {
    refused("the mix \"most\" is not writes, reads", "ops", "--mix", "writes,most");
    refused("--preset", "ops", "--preset", "slow");
    refused("the size \"40MB\" is not a number", "compaction", "--disk", "40MB");
    refused("--policy", "compaction", "--policy", "hottest");
    refused("--mix is reads", "compaction", "--mix", "writes,reads");
    refused("--keys", "compaction", "--keys", "some");
    refused("--fault", "failover", "--fault", "unplug");
    refused("--systems: \"mysql\" is none of zabdb, etcd", "peers", "--systems", "mysql");
  }

  @Test
  void optionsThatContradict() {
    refused("the address 'h:' is not HOST:PORT", "ops", "--connect", "h:");
    refused("--set is for nodes that are started", "ops", "--connect", "h:1", "--set", "tick=5ms");
  }

  @Test
  void nodesThatDoNotStart() {
    String dir = "--dir=" + folder;
    assertEquals(1, run("ops", "--no-floor", dir));
    assertTrue(errors.toString().contains("zabdb: the nodes do not start"), errors.toString());
    assertEquals(1, run("peers", "--systems", "zabdb", dir));
    assertEquals(1, run("failover", dir));
    assertEquals(1, run("compaction", dir));
  }
}
