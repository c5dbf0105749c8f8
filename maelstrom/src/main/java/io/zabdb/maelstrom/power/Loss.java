package io.zabdb.maelstrom.power;

import io.zabdb.log.file.Directory;
import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A loss of power: of what a process has written to the directory of a log and not synced, each
 * page, size and name may be on disk or not. For one thread.
 */
public final class Loss {

  private final LogFiles files;
  private final Path copies;
  private final Chance chance;
  private int lostPages;

  private Loss(LogFiles files, Path copies, Chance chance) {
    this.files = files;
    this.copies = copies;
    this.chance = chance;
  }

  /**
   * Loses what the process before has not synced, and opens what is left.
   *
   * @param log the directory of the log
   * @param copies beside it, for what is on disk; of nobody else
   * @param chance what survives
   * @param people is told how much is gone, if anything is
   * @throws IOException also if there are files, and no process has written through this
   */
  public static LossyFiles open(Path log, Path copies, Chance chance, Told people)
      throws IOException {
    Files.createDirectories(copies);
    Loss loss = new Loss(Directory.open(log), copies, chance);
    return loss.strike(people);
  }

  /** Hears what is gone. */
  public interface Told {

    /** So many pages were lost, and so many changes of names were not synced. */
    void lost(int pages, int names);
  }

  /** Where the bytes are that are on disk. */
  static Path copyOf(Path copies, long number) {
    return copies.resolve(Long.toString(number));
  }

  private LossyFiles strike(Told people) throws IOException {
    Set<String> present = files.names();
    NameJournal names = NameJournal.open(copies, present);
    Map<String, byte[]> left = new TreeMap<>();
    for (Map.Entry<String, Long> each : names.afterLoss(chance).entrySet()) {
      String name = names.nameOf(each.getValue());
      byte[] durable = read(copyOf(copies, each.getValue()));
      byte[] seen = name == null || !present.contains(name) ? durable : read(name);
      left.put(each.getKey(), mix(seen, durable));
    }
    if (lostPages > 0 || names.pending() > 0) {
      people.lost(lostPages, names.pending());
    }
    begin(present, left, names);
    return new LossyFiles(files, copies, names);
  }

  private static byte[] read(Path copy) throws IOException {
    return Files.exists(copy) ? Files.readAllBytes(copy) : new byte[0];
  }

  private byte[] read(String name) throws IOException {
    try (LogFile file = files.open(name)) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(file.size()));
      file.read(bytes, 0);
      return bytes.array();
    }
  }

  /** Any of the pages that were not synced survive, and any size between. */
  private byte[] mix(byte[] seen, byte[] durable) {
    int size = durable.length;
    if (seen.length > size) {
      size += chance.upTo(seen.length - size);
    } else if (chance.survives()) {
      size = seen.length;
    }
    byte[] mixed = Arrays.copyOf(durable, size);
    lostPages += pagesOf(seen.length) - Math.min(pagesOf(seen.length), pagesOf(size));
    for (int from = 0; from < size; from += DurableBytes.PAGE_BYTES) {
      int to = Math.min(from + DurableBytes.PAGE_BYTES, size);
      byte[] page =
          Arrays.copyOfRange(seen, Math.min(from, seen.length), Math.min(to, seen.length));
      if (!Arrays.equals(mixed, from, from + page.length, page, 0, page.length)) {
        if (chance.survives()) {
          System.arraycopy(page, 0, mixed, from, page.length);
        } else {
          lostPages++;
        }
      }
    }
    return mixed;
  }

  private static int pagesOf(int bytes) {
    return (bytes + DurableBytes.PAGE_BYTES - 1) / DurableBytes.PAGE_BYTES;
  }

  /** All that is left is on disk. */
  private void begin(Set<String> present, Map<String, byte[]> left, NameJournal names)
      throws IOException {
    for (String name : present) {
      files.delete(name);
    }
    for (Path old : DiskFiles.list(copies)) {
      if (old.getFileName().toString().matches("\\d+")) {
        Files.delete(old);
      }
    }
    for (Map.Entry<String, Long> each : names.restart(left.keySet()).entrySet()) {
      byte[] bytes = left.get(each.getKey());
      try (LogFile file = files.create(each.getKey())) {
        file.write(ByteBuffer.wrap(bytes), 0);
      }
      Files.write(copyOf(copies, each.getValue()), bytes);
    }
  }
}
