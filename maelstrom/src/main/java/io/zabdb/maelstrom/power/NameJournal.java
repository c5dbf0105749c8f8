package io.zabdb.maelstrom.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What becomes of the names of a directory, noted in a file beside it, ahead of each change: so the
 * next process knows which of it was on disk. It outlives the process, as a file does that nobody
 * syncs. Names are those of numbered files, whatever they are called in the meantime. Guarded by
 * its directory.
 */
final class NameJournal {

  private static final String FILE = "names";
  private static final String CREATE = "create";
  private static final String RENAME = "rename";
  private static final String DELETE = "delete";
  private static final String SYNC = "sync";

  /** A change of a name, as a line has it. */
  private interface Change {
    void apply(Map<String, Long> names);
  }

  private final Path file;
  private final Map<String, Long> seen = new TreeMap<>();
  private final Map<String, Long> durable = new TreeMap<>();

  /** Those that are not durable. */
  private final List<Change> pending = new ArrayList<>();

  private long changes;
  private long last;

  private NameJournal(Path file) {
    this.file = file;
  }

  /**
   * Reads what the last process left.
   *
   * @param present the names that are there
   * @throws IOException also if there are some, and none of them was ever noted
   */
  static NameJournal open(Path directory, Set<String> present) throws IOException {
    NameJournal journal = new NameJournal(directory.resolve(FILE));
    if (Files.exists(journal.file)) {
      List<String> lines = new ArrayList<>(Files.readAllLines(journal.file));
      String[] last = lines.get(lines.size() - 1).split(" ");
      if (last[0].equals(RENAME) && present.contains(last[1])) {
        // The process was killed before it did so.
        lines.remove(lines.size() - 1);
      }
      for (String line : lines) {
        journal.take(line.split(" "));
      }
    } else if (!present.isEmpty()) {
      throw new IOException(
          "nobody knows what was synced of " + present + ": " + journal.file + " is missing");
    }
    return journal;
  }

  private void take(String... words) throws IOException {
    switch (words[0]) {
      case CREATE -> created(words[1], Long.parseLong(words[2]));
      case RENAME -> renamed(words[1], words[2]);
      case DELETE -> deleted(words[1]);
      case SYNC -> synced(Long.parseLong(words[1]));
      default -> throw new IOException(file + " has a line that begins with " + words[0]);
    }
  }

  /** The number of the file with this name; null: there is none. */
  Long numberOf(String name) {
    return seen.get(name);
  }

  /** The name of a file now; null: it has none. */
  String nameOf(long number) {
    return seen.entrySet().stream()
        .filter(each -> each.getValue() == number)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  /** How many changes of names there were. */
  long changes() {
    return changes;
  }

  long create(String name) throws IOException {
    long number = last + 1;
    write(CREATE + " " + name + " " + number);
    created(name, number);
    return number;
  }

  void rename(String from, String to) throws IOException {
    write(RENAME + " " + from + " " + to);
    renamed(from, to);
  }

  void delete(String name) throws IOException {
    write(DELETE + " " + name);
    deleted(name);
  }

  /** So many changes are durable. */
  void sync(long covered) throws IOException {
    write(SYNC + " " + covered);
    synced(covered);
  }

  private void created(String name, long number) {
    last = Math.max(last, number);
    change(names -> names.put(name, number));
  }

  private void renamed(String from, String to) {
    change(
        names -> {
          Long number = names.remove(from);
          if (number != null) {
            names.put(to, number);
          }
        });
  }

  private void deleted(String name) {
    change(names -> names.remove(name));
  }

  private void change(Change change) {
    change.apply(seen);
    pending.add(change);
    changes++;
  }

  private void synced(long covered) {
    while (!pending.isEmpty() && changes - pending.size() < covered) {
      pending.remove(0).apply(durable);
    }
  }

  private void write(String line) throws IOException {
    Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /**
   * The names after a loss of power, each with the number of its file: any of the changes that are
   * not durable may have come to the disk.
   */
  Map<String, Long> afterLoss(Chance chance) {
    Map<String, Long> left = new TreeMap<>(durable);
    for (Change change : pending) {
      if (chance.survives()) {
        change.apply(left);
      }
    }
    return left;
  }

  /** How many changes of names are not durable. */
  int pending() {
    return pending.size();
  }

  /**
   * Begins anew with these names, which are durable.
   *
   * @return the number of each one's file; no file before had it
   */
  Map<String, Long> restart(Iterable<String> names) throws IOException {
    seen.clear();
    durable.clear();
    pending.clear();
    changes = 0;
    StringBuilder lines = new StringBuilder();
    for (String name : names) {
      long number = last + 1;
      created(name, number);
      lines.append(CREATE + " " + name + " " + number + "\n");
    }
    synced(changes);
    lines.append(SYNC + " " + changes + "\n");
    Path next = file.resolveSibling(FILE + ".new");
    Files.writeString(next, lines);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    return new TreeMap<>(seen);
  }
}
