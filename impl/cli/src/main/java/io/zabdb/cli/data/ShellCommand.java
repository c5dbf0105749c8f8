package io.zabdb.cli.data;

import io.zabdb.cli.error.CliErrors;
import io.zabdb.client.ZabClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.SyntaxError;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./zabdb shell}: commands on data, one a line, over one connection. */
@Command(
    name = "shell",
    description = {
      "Read commands on data from the terminal or standard input, one a line: put, get, delete,",
      "cas, scan, load, dump, help, exit. The exit code is that of the last one."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class ShellCommand extends DataCommand {

  private static final String PROMPT = "zabdb> ";

  /** The commands inside. */
  @Command(
      name = "",
      description = "'COMMAND --help' shows the options of a command; 'exit' ends.",
      synopsisHeading = "",
      customSynopsis = "",
      subcommands = {
        PutCommand.class,
        GetCommand.class,
        DeleteCommand.class,
        CasCommand.class,
        ScanCommand.class,
        LoadCommand.class,
        DumpCommand.class,
        CommandLine.HelpCommand.class
      })
  private record Inside(ZabClient client) implements SharedClient {}

  /** Gives lines; null at the end. */
  private interface Lines {
    String next() throws IOException;
  }

  private final Parser parser = new DefaultParser().eofOnUnclosedQuote(true);

  @Override
  ExitCode execute(ZabClient client) throws IOException {
    if (System.console() != null) {
      try (Terminal terminal = TerminalBuilder.builder().build()) {
        return runAll(client, interactive(terminal));
      }
    }
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    return runAll(client, in::readLine);
  }

  private Lines interactive(Terminal terminal) {
    List<String> names =
        new ArrayList<>(new CommandLine(new Inside(null)).getSubcommands().keySet());
    names.add("exit");
    LineReader reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .parser(parser)
            .completer(new StringsCompleter(names))
            .variable(
                LineReader.HISTORY_FILE, Path.of(System.getProperty("user.home"), ".zabdb_history"))
            .build();
    return () -> {
      try {
        return reader.readLine(PROMPT);
      } catch (UserInterruptException e) {
        return "";
      } catch (EndOfFileException e) {
        return null;
      }
    };
  }

  private ExitCode runAll(ZabClient client, Lines lines) throws IOException {
    int last = ExitCode.OK.code();
    for (String line = lines.next(); line != null; line = lines.next()) {
      List<String> words;
      try {
        ParsedLine parsed = parser.parse(line, line.length(), Parser.ParseContext.ACCEPT_LINE);
        words = parsed.words().stream().toList();
      } catch (SyntaxError e) {
        words = List.of();
        last = unclosed(line);
      }
      if (words.equals(List.of("exit")) || words.equals(List.of("quit"))) {
        break;
      }
      if (!line.isBlank() && !words.isEmpty()) {
        last = runOne(client, words);
      }
    }
    return ExitCode.withCode(last);
  }

  private int unclosed(String line) {
    err().println("zabdb: a quotation mark or backslash is left open in: " + line);
    err().flush();
    return ExitCode.BAD_INPUT.code();
  }

  private int runOne(ZabClient client, List<String> words) {
    PrintWriter out = out();
    int code =
        new CommandLine(new Inside(client))
            .setOut(out)
            .setErr(err())
            .setExecutionExceptionHandler(new CliErrors())
            .execute(words.toArray(String[]::new));
    out.flush();
    err().flush();
    return code;
  }
}
