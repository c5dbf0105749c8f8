package io.zabdb.cli.data;

import io.zabdb.cli.data.load.BadRowException;
import io.zabdb.cli.data.load.CountingInput;
import io.zabdb.cli.data.load.CsvRows;
import io.zabdb.cli.data.load.JsonRows;
import io.zabdb.cli.data.load.LoadProgress;
import io.zabdb.cli.data.load.Loader;
import io.zabdb.cli.data.load.ProgressBar;
import io.zabdb.cli.data.load.RowReader;
import io.zabdb.cli.error.CliException;
import io.zabdb.cli.word.Form;
import io.zabdb.cli.word.Notation;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./zabdb load}: writes the rows of a file. */
@Command(
    name = "load",
    description = {
      "Write the rows of a file: CSV with the header row,FAMILY:COLUMN,... or lines of JSON",
      "such as {\"row\":\"ada\",\"cells\":{\"default:mail\":\"ada@example.org\"}}, as 'dump' gives.",
      "Exit code 2 at a line that makes no sense; the rows before it are loaded, and --resume goes",
      "on when it is mended."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class LoadCommand extends DataCommand {

  private static final String STDIN = "-";
  private static final int BUFFER = 1 << 20;
  private static final long KEEP_INTERVAL = TimeUnit.SECONDS.toNanos(1);

  /** The kinds of files. */
  enum Format {
    csv,
    json
  }

  @Parameters(paramLabel = "FILE", description = "The file; - is standard input.")
  private String file;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "csv or json (default: by what the file begins with).")
  private Format format;

  @Option(names = "--resume", description = "Go on where a load of this file ended.")
  private boolean resume;

  @Option(names = "--json", description = "Print the outcome as JSON.")
  private boolean json;

  private boolean isStdin;
  private Path path;
  private long keptAt = System.nanoTime();

  @Override
  DataExit execute(ZabClient client) throws IOException, CliException {
    isStdin = file.equals(STDIN);
    path = path();
    if (isStdin && resume) {
      throw CliException.usage("--resume needs a file, not standard input");
    }
    LoadProgress before =
        resume ? LoadProgress.read(LoadProgress.beside(path)).orElse(null) : LoadProgress.NONE;
    if (before == null) {
      throw CliException.usage("there is no load of " + file + " to go on with");
    }
    long began = System.nanoTime();
    LoadProgress end = load(client, before);
    if (!isStdin) {
      Files.deleteIfExists(LoadProgress.beside(path));
    }
    report(end.rows() - before.rows(), before.rows(), (System.nanoTime() - began) / 1e9);
    return DataExit.OK;
  }

  private Path path() throws CliException {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw CliException.usage(
          "the name '" + Notation.show(file) + "' cannot be used for a file: " + e.getReason());
    }
  }

  private void report(long rows, long skipped, double seconds) {
    String shape =
        json
            ? "{\"rows\":%d,\"skipped\":%d,\"seconds\":%.3f}"
            : skipped > 0
                ? "loaded %,d rows behind %,d that were loaded before, in %.1f s"
                : "loaded %1$,d rows in %3$.1f s";
    out().println(String.format(Locale.ROOT, shape, rows, skipped, seconds));
  }

  private LoadProgress load(ZabClient client, LoadProgress before)
      throws IOException, CliException {
    try (CountingInput counted = new CountingInput(open());
        BufferedInputStream in = new BufferedInputStream(counted, BUFFER);
        RowReader reader = reader(in)) {
      ProgressBar bar = bar(counted, before.rows());
      Consumer<LoadProgress> watcher = bar == null ? progress -> {} : bar::show;
      Loader loader = new Loader(client, reader, this::keep, watcher);
      try {
        if (!loader.skip(before)) {
          throw CliException.usage(
              "the first "
                  + before.rows()
                  + " rows of "
                  + file
                  + " are not those that were loaded; load it without --resume");
        }
        return loader.load(before);
      } finally {
        if (bar != null) {
          bar.end();
        }
      }
    } catch (BadRowException e) {
      throw new CliException(
          DataExit.BAD_INPUT.code(), file + ", " + e.getMessage() + "; " + goOn("mend it and"), e);
    } catch (ZabException e) {
      throw new CliException(DataExit.of(e).code(), e.getMessage() + " " + goOn("To go on,"), e);
    }
  }

  private String goOn(String how) {
    return isStdin ? "the rows before it are loaded" : how + " run the command again with --resume";
  }

  private InputStream open() throws IOException, CliException {
    if (isStdin) {
      return System.in;
    }
    try {
      return Files.newInputStream(path);
    } catch (NoSuchFileException e) {
      throw new CliException(DataExit.BAD_INPUT.code(), "there is no file " + file, e);
    }
  }

  private RowReader reader(BufferedInputStream in)
      throws IOException, BadRowException, CliException {
    Format is = format;
    if (is == null) {
      in.mark(1);
      is = in.read() == '{' ? Format.json : Format.csv;
      in.reset();
    }
    if (is == Format.json && form() != Form.TEXT) {
      throw CliException.usage(
          "--hex and --base64 are about CSV; lines of JSON say it in their names: row16, row64, ...");
    }
    return is == Format.json ? new JsonRows(in) : new CsvRows(in, form());
  }

  private ProgressBar bar(CountingInput counted, long rowsBefore) throws IOException {
    if (System.console() == null || isStdin) {
      return null;
    }
    double size = Math.max(1, Files.size(path));
    return new ProgressBar(err(), () -> counted.count() / size, System::nanoTime, rowsBefore);
  }

  /** Now and then, and at the end. */
  private void keep(LoadProgress progress, boolean isEnd) throws IOException {
    long now = System.nanoTime();
    if (!isStdin && (isEnd || now - keptAt > KEEP_INTERVAL)) {
      keptAt = now;
      progress.write(LoadProgress.beside(path));
    }
  }
}
