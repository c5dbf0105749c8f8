package io.zabdb.bench.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads what Linux tells of itself below {@code /proc}; elsewhere nothing is found. */
public final class Proc {

  /** The fields of {@code PID/stat} behind the name, in ticks; proc(5) counts them from 3. */
  private static final int USER_TIME = 14 - 3;

  private static final int SYSTEM_TIME = 15 - 3;

  /** USER_HZ, which is 100 on all processors that Java runs on, whatever the kernel's own ticks. */
  private static final long MICROS_PER_TICK = 10_000;

  private static final int KIB = 1024;

  private final Path root;

  public Proc() {
    this(Path.of("/proc"));
  }

  Proc(Path root) {
    this.root = root;
  }

  /** What a process has taken; empty if it has ended, or the system does not tell. */
  public Optional<ProcessUsage> usage(long pid) {
    Path folder = root.resolve(Long.toString(pid));
    try {
      String stat = read(folder.resolve("stat"));
      // The name, in brackets, may hold anything.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      long ticks = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
      return Optional.of(
          new ProcessUsage(
              ticks * MICROS_PER_TICK,
              field(read(folder.resolve("status")), "VmRSS").orElse(0L) * KIB,
              written(folder)));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** The file is for the owner of the process alone. */
  private static long written(Path folder) {
    try {
      return field(read(folder.resolve("io")), "write_bytes").orElse(0L);
    } catch (IOException e) {
      return 0;
    }
  }

  /** Bytes of memory of this machine. */
  public Optional<Long> memory() {
    return file("meminfo").flatMap(text -> field(text, "MemTotal")).map(kib -> kib * KIB);
  }

  /** How many processes ran or waited for a processor or a disk in the last minute, on average. */
  public Optional<Double> load() {
    return file("loadavg").map(text -> Double.valueOf(text.split(" ")[0]));
  }

  /** What the processors call themselves. */
  public Optional<String> processor() {
    return file("cpuinfo")
        .flatMap(text -> text.lines().filter(line -> line.startsWith("model name")).findFirst())
        .map(line -> line.substring(line.indexOf(':') + 1).trim());
  }

  private Optional<String> file(String name) {
    try {
      return Optional.of(read(root.resolve(name)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  /** The number in a line {@code NAME: NUMBER} of a text. */
  private static Optional<Long> field(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).trim().split("\\s+")[0])
        .map(Long::valueOf)
        .findFirst();
  }
}
