package io.zabdb.cli.data;

import io.zabdb.cli.Cli;
import io.zabdb.client.fake.LoopbackNode;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Runs commands on the data of a node in this process. */
final class Commands implements AutoCloseable {

  private final LoopbackNode node = new LoopbackNode();

  LoopbackNode node() {
    return node;
  }

  /** Runs a command against the node. */
  Cli.Ended run(String... words) {
    return run(new StringWriter(), words);
  }

  /** Runs a command that prints into something. */
  Cli.Ended run(Writer out, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(1, List.of("--connect", node.address()));
    return Cli.run(out, all.toArray(String[]::new));
  }

  /** Runs a command with something on standard input. */
  Cli.Ended runWithInput(String input, String... words) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
    try {
      return run(words);
    } finally {
      System.setIn(before);
    }
  }

  @Override
  public void close() {
    node.close();
  }
}
