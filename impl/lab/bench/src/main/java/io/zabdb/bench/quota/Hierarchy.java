package io.zabdb.bench.quota;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How control groups are made on this machine: version 1 or 2. Stateless. */
abstract class Hierarchy {

  /**
   * Of processor time. Short: who has used its share up waits for the next period, and all requests
   * with it.
   */
  static final long PERIOD_MICROS = 10_000;

  /** The least that Linux takes. */
  static final long MIN_QUOTA_MICROS = 1_000;

  /**
   * The one that this machine has.
   *
   * @param root such as {@code /sys/fs/cgroup}
   */
  static Optional<Hierarchy> find(Path root) {
    if (Files.isRegularFile(root.resolve("cgroup.controllers"))) {
      return Optional.of(new HierarchyV2(root));
    }
    return Files.isDirectory(root.resolve("cpu"))
        ? Optional.of(new HierarchyV1(root))
        : Optional.empty();
  }

  /** For people. */
  abstract String describe();

  /**
   * The folders that make up a group for a quota.
   *
   * @throws IOException if this machine cannot limit that; with the reason, for people
   */
  abstract List<Path> folders(String name, Quota quota) throws IOException;

  /** Limits a group whose folders are there. */
  abstract void limit(String name, Quota quota, String device) throws IOException;

  /** What was used so far. */
  abstract QuotaUse use(String name, Quota quota, String device) throws IOException;

  static long quotaMicros(Quota quota) {
    return Math.max(MIN_QUOTA_MICROS, Math.round(quota.processors() * PERIOD_MICROS));
  }

  static void write(Path file, String text) throws IOException {
    Files.writeString(file, text + "\n");
  }

  /** The number behind a name, in lines {@code NAME NUMBER}; 0 if there is none. */
  static long field(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1).trim()))
        .findFirst()
        .orElse(0);
  }
}
