package io.zabdb.bench.quota;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Gives processes a quota each, in control groups of their own, named {@code zabdb-bench-PID-N}.
 * When this is closed, or this process is told to end, the processes are put back and the groups
 * removed. For one thread, but for the end.
 */
public final class Quotas implements AutoCloseable {

  /** Removes the folder of a group that has no processes. */
  interface Remover {
    void remove(Path folder) throws IOException;
  }

  private static final String PROCESSES = "cgroup.procs";
  private static final int ATTEMPTS = 100;
  private static final long PAUSE_MILLIS = 20;

  private final Path root;
  private final Path blocks;
  private final Remover remover;
  private final Quota quota;
  private final List<String> names = new ArrayList<>();
  private final List<Path> made = new ArrayList<>();
  private final Thread hook = new Thread(this::end, "end-quotas");
  private Hierarchy hierarchy;
  private final List<String> devices = new ArrayList<>();

  public Quotas(Quota quota) {
    // Files of a group need not be deleted, and cannot be.
    this(quota, Path.of("/sys/fs/cgroup"), Path.of("/sys/dev/block"), Files::delete);
  }

  Quotas(Quota quota, Path root, Path blocks, Remover remover) {
    this.quota = quota;
    this.root = root;
    this.blocks = blocks;
    this.remover = remover;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Gives each process the quota: all of its threads, and what they start.
   *
   * @param folders of each process, on its disk
   * @return why there are no quotas, for people; empty if there are, or if none are asked for
   */
  public synchronized Optional<String> limit(List<Long> processes, List<Path> folders) {
    if (!quota.isAny()) {
      return Optional.empty();
    }
    try {
      hierarchy =
          Hierarchy.find(root)
              .orElseThrow(() -> new IOException("this machine has no control groups in " + root));
      for (int i = 0; i < processes.size(); i++) {
        add(processes.get(i), quota.hasBytes() ? Device.of(folders.get(i), blocks) : "");
      }
      return Optional.empty();
    } catch (IOException e) {
      removeAll();
      return Optional.of(e.getClass() == IOException.class ? e.getMessage() : e.toString());
    }
  }

  private void add(long process, String device) throws IOException {
    String name = "zabdb-bench-" + ProcessHandle.current().pid() + "-" + names.size();
    List<Path> folders = hierarchy.folders(name, quota);
    for (Path folder : folders) {
      Files.createDirectory(folder);
      made.add(folder);
    }
    hierarchy.limit(name, quota, device);
    for (Path folder : folders) {
      Hierarchy.write(folder.resolve(PROCESSES), Long.toString(process));
    }
    names.add(name);
    devices.add(device);
  }

  /** What each process has done under its quota so far; empty if they have none. */
  public synchronized List<QuotaUse> use() throws IOException {
    List<QuotaUse> all = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      all.add(hierarchy.use(names.get(i), quota, devices.get(i)));
    }
    return all;
  }

  /** For people: what limits, and how. */
  public synchronized String describe() {
    return names.isEmpty()
        ? "none"
        : quota.describe()
            + " for each node ("
            + hierarchy.describe()
            + ", periods of "
            + Hierarchy.PERIOD_MICROS / 1_000
            + " ms"
            + (quota.hasBytes() ? ", disk " + String.join(", ", new TreeSet<>(devices)) : "")
            + ")";
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It runs already, and removes the groups.
      return;
    }
    end();
  }

  private synchronized void end() {
    removeAll();
  }

  private void removeAll() {
    names.clear();
    devices.clear();
    for (Path folder : made) {
      try {
        remove(folder);
      } catch (IOException e) {
        System.err.println("zabdb: " + folder + " stays, remove it by rmdir: " + e);
      }
    }
    made.clear();
  }

  /** Processes are put back into the group above; those that are ending leave in a moment. */
  private void remove(Path folder) throws IOException {
    for (int attempt = 1; ; attempt++) {
      putBack(folder);
      try {
        remover.remove(folder);
        return;
      } catch (IOException e) {
        if (attempt == ATTEMPTS || !pause()) {
          throw e;
        }
      }
    }
  }

  private static void putBack(Path folder) throws IOException {
    Path processes = folder.resolve(PROCESSES);
    if (!Files.exists(processes)) {
      return;
    }
    for (String process : Files.readAllLines(processes)) {
      try {
        Hierarchy.write(folder.resolveSibling(PROCESSES), process);
      } catch (IOException e) {
        // It has ended meanwhile.
      }
    }
  }

  private static boolean pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
