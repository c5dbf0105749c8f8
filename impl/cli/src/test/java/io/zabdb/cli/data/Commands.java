package io.zabdb.cli.data;

import io.zabdb.cli.error.CliErrors;
import io.zabdb.client.fake.LoopbackNode;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Runs commands on the data of a node in this process, and keeps what they print. */
final class Commands implements AutoCloseable {

  @Command(
      name = "zabdb",
      subcommands = {
        PutCommand.class,
        GetCommand.class,
        DeleteCommand.class,
        CasCommand.class,
        ScanCommand.class,
        LoadCommand.class,
        DumpCommand.class,
        ShellCommand.class
      })
  private static final class Top {}

  /** What a command did. */
  record Ended(int code, String out, String err) {}

  private final LoopbackNode node = new LoopbackNode();

  LoopbackNode node() {
    return node;
  }

  /** Runs a command against the node. */
  Ended run(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(1, List.of("--connect", node.address()));
    return runPlain(all.toArray(String[]::new));
  }

  /** Runs a command with something on standard input. */
  Ended runWithInput(String input, String... words) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
    try {
      return run(words);
    } finally {
      System.setIn(before);
    }
  }

  /** Runs a command that says by itself where to connect to. */
  static Ended runPlain(String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        new CommandLine(new Top())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setExecutionExceptionHandler(new CliErrors())
            .execute(words);
    return new Ended(code, out.toString(), err.toString());
  }

  @Override
  public void close() {
    node.close();
  }
}
