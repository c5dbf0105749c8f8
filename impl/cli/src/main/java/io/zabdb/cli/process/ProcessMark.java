package io.zabdb.cli.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What tells a process from a later one with the same process id: when it started. On Linux that is
 * read from {@code /proc}, where no change of the wall clock touches it.
 */
final class ProcessMark {

  private static final Path PROC = Path.of("/proc");
  private static final Path BOOT = PROC.resolve("sys/kernel/random/boot_id");

  /** The field of {@code /proc/PID/stat} with the start in ticks since boot, behind the name. */
  private static final int START_FIELD = 19;

  private static final int STATE_FIELD = 0;

  private ProcessMark() {}

  /** The mark of a process that runs; empty if none does. */
  static Optional<String> of(long pid) {
    try {
      if (Files.exists(BOOT)) {
        String stat = Files.readString(PROC.resolve(pid + "/stat"));
        // The name, in brackets, may hold anything.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        boolean ended = fields[STATE_FIELD].matches("[ZX]");
        String mark = Files.readString(BOOT).trim() + " " + fields[START_FIELD];
        return ended ? Optional.empty() : Optional.of(mark);
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .map(handle -> handle.info().startInstant().map(Object::toString).orElse("unknown"));
  }
}
