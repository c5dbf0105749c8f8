package io.zabdb.bench.tasks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All that the logs of RocksDB below a folder tell.
 *
 * @param tasks by their start
 * @param malformed lines that made no sense
 * @param fromMicros since when, in microseconds since 1970: what was before may be in files that
 *     RocksDB has deleted; 0: all is there
 */
public record StoreLog(List<StoreTask> tasks, int malformed, long fromMicros) {

  private static final String NAME = "LOG";
  private static final String OLD = "LOG.old.";
  private static final int ATTEMPTS = 5;

  public StoreLog {
    tasks = List.copyOf(tasks);
  }

  /**
   * Reads the logs of all stores below a folder. They may be written meanwhile.
   *
   * @param folder of a node
   */
  public static StoreLog read(Path folder) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return once(folder);
      } catch (NoSuchFileException e) {
        // RocksDB has renamed or deleted one since they were listed.
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static StoreLog once(Path folder) throws IOException {
    List<StoreTask> tasks = new ArrayList<>();
    int malformed = 0;
    long from = 0;
    for (List<Path> files : files(folder).values()) {
      EventLog log = new EventLog();
      for (Path file : files) {
        read(file, log);
      }
      tasks.addAll(log.tasks());
      malformed += log.malformed();
      from = files.size() == 1 ? from : Math.max(from, log.firstMicros());
    }
    tasks.sort(Comparator.comparingLong(StoreTask::startMicros));
    return new StoreLog(tasks, malformed, from);
  }

  /** By the folder of the store; oldest first. */
  private static Map<Path, List<Path>> files(Path folder) throws IOException {
    Map<Path, List<Path>> stores = new TreeMap<>();
    List<Path> all;
    try (Stream<Path> found = Files.walk(folder)) {
      all = found.toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (Path file : all) {
      String name = file.getFileName().toString();
      if (name.equals(NAME) || name.startsWith(OLD)) {
        stores.computeIfAbsent(file.getParent(), first -> new ArrayList<>()).add(file);
      }
    }
    // LOG.old.TIME, in microseconds, all of the same length; LOG is the newest.
    for (List<Path> files : stores.values()) {
      Collections.sort(files);
      Collections.rotate(files, -1);
    }
    return stores;
  }

  private static void read(Path file, EventLog log) throws IOException {
    // Names of files and reasons may hold anything; a line that is cut off may end in half a
    // letter.
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        log.line(line);
      }
    }
  }
}
