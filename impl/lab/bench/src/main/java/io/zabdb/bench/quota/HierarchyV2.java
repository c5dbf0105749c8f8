package io.zabdb.bench.quota;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Version 2: one tree of folders for all controllers. */
final class HierarchyV2 extends Hierarchy {

  private static final long NANOS_PER_MICRO = 1_000;

  private final Path root;

  HierarchyV2(Path root) {
    this.root = root;
  }

  @Override
  String describe() {
    return "control groups of version 2";
  }

  /** Controllers must be handed down to the groups below the root, as systemd does. */
  @Override
  List<Path> folders(String name, Quota quota) throws IOException {
    List<String> needed = new ArrayList<>();
    if (quota.hasProcessors()) {
      needed.add("cpu");
    }
    if (quota.hasBytes()) {
      needed.add("io");
    }
    Path control = root.resolve("cgroup.subtree_control");
    List<String> handedDown = Arrays.asList(Files.readString(control).trim().split("\\s+"));
    for (String controller : needed) {
      if (!handedDown.contains(controller)) {
        throw new IOException(
            "the controller "
                + controller
                + " is not in "
                + control
                + ", which has: "
                + handedDown);
      }
    }
    return needed.isEmpty() ? List.of() : List.of(root.resolve(name));
  }

  @Override
  void limit(String name, Quota quota, String device) throws IOException {
    Path folder = root.resolve(name);
    if (quota.hasProcessors()) {
      write(folder.resolve("cpu.max"), quotaMicros(quota) + " " + PERIOD_MICROS);
    }
    if (quota.hasBytes()) {
      long bytes = quota.bytesPerSecond();
      write(folder.resolve("io.max"), device + " rbps=" + bytes + " wbps=" + bytes);
    }
  }

  @Override
  QuotaUse use(String name, Quota quota, String device) throws IOException {
    Path folder = root.resolve(name);
    String cpu = quota.hasProcessors() ? Files.readString(folder.resolve("cpu.stat")) : "";
    String disk = quota.hasBytes() ? Files.readString(folder.resolve("io.stat")) : "";
    return new QuotaUse(
        field(cpu, "nr_periods"),
        field(cpu, "nr_throttled"),
        field(cpu, "throttled_usec") * NANOS_PER_MICRO,
        value(disk, device, "rbytes") + value(disk, device, "wbytes"));
  }

  /** Of a line {@code DEVICE NAME=NUMBER NAME=NUMBER ...}; 0 if there is none. */
  private static long value(String text, String device, String name) {
    return text.lines()
        .filter(line -> line.startsWith(device + " "))
        .flatMap(line -> Arrays.stream(line.split(" ")))
        .filter(word -> word.startsWith(name + "="))
        .mapToLong(word -> Long.parseLong(word.substring(name.length() + 1)))
        .findFirst()
        .orElse(0);
  }
}
