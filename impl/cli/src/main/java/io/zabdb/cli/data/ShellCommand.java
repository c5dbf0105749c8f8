package io.zabdb.cli.data;

import io.zabdb.cli.error.CliErrors;
import io.zabdb.cli.error.UsageErrors;
import io.zabdb.cli.word.Form;
import io.zabdb.cli.word.ShellWords;
import io.zabdb.cli.word.Words;
import io.zabdb.client.ZabClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
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
  private record Inside(ZabClient client, Form form) implements SharedClient {}

  /** Gives lines; null at the end. */
  private interface Lines {
    String next() throws IOException;
  }

  /** Tells the editor of lines when one is complete; words are cut by {@link ShellWords}. */
  private static final class Lineal extends DefaultParser {
    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
      if (context == ParseContext.ACCEPT_LINE) {
        try {
          ShellWords.of(line);
        } catch (ShellWords.OpenException e) {
          throw new EOFError(-1, -1, e.getMessage());
        }
      }
      return super.parse(line, cursor, context);
    }
  }

  @Override
  DataExit execute(ZabClient client) throws IOException {
    if (System.console() != null) {
      try (Terminal terminal = TerminalBuilder.builder().build()) {
        return runAll(client, interactive(terminal));
      }
    }
    // Bytes as they are: what is not UTF-8 would be lost to a reader of UTF-8.
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1));
    return runAll(client, () -> word(in.readLine()));
  }

  private static String word(String bytes) {
    return bytes == null ? null : Words.of(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  private Lines interactive(Terminal terminal) {
    List<String> names =
        new ArrayList<>(new CommandLine(new Inside(null, Form.TEXT)).getSubcommands().keySet());
    names.add("exit");
    LineReader reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .parser(new Lineal())
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

  private DataExit runAll(ZabClient client, Lines lines) throws IOException {
    int last = DataExit.OK.code();
    for (String line = lines.next(); line != null; line = lines.next()) {
      List<String> words;
      try {
        words = ShellWords.of(line);
      } catch (ShellWords.OpenException e) {
        words = List.of();
        last = unclosed(e);
      }
      if (words.equals(List.of("exit")) || words.equals(List.of("quit"))) {
        break;
      }
      if (!words.isEmpty()) {
        last = runOne(client, words);
      }
    }
    return DataExit.withCode(last);
  }

  private int unclosed(ShellWords.OpenException open) {
    err().println("zabdb: " + open.getMessage());
    err().flush();
    return DataExit.BAD_INPUT.code();
  }

  private int runOne(ZabClient client, List<String> words) {
    PrintWriter out = out();
    int code =
        new CommandLine(new Inside(client, form()))
            // A word that begins with @ is a word.
            .setExpandAtFiles(false)
            .setOut(out)
            .setErr(err())
            .setExecutionExceptionHandler(new CliErrors())
            .setParameterExceptionHandler(new UsageErrors(""))
            .execute(words.toArray(String[]::new));
    out.flush();
    err().flush();
    return code;
  }
}
