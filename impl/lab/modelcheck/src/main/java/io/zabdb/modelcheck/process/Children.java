package io.zabdb.modelcheck.process;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Child processes and temporary folders that must not outlive this JVM, whatever ends it.
 * Thread-safe.
 */
public final class Children {

  private static final Set<Process> PROCESSES = ConcurrentHashMap.newKeySet();
  private static final Set<TempFolder> FOLDERS = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Children::endAll, "end-children"));
  }

  private Children() {}

  /** Ends the process when this JVM exits. */
  public static void add(Process process) {
    PROCESSES.add(process);
  }

  /** The process ended, or is ended here with what it started. */
  public static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    PROCESSES.remove(process);
  }

  static void add(TempFolder folder) {
    FOLDERS.add(folder);
  }

  static void remove(TempFolder folder) {
    FOLDERS.remove(folder);
  }

  private static void endAll() {
    PROCESSES.forEach(Children::end);
    FOLDERS.forEach(TempFolder::close);
  }
}
