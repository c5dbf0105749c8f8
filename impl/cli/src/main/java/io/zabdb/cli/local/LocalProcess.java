package io.zabdb.cli.local;

import io.zabdb.cli.error.CliException;
import io.zabdb.cli.process.Detached;
import io.zabdb.cli.process.PidFile;
import io.zabdb.node.config.Address;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A process of a cluster on this machine. */
public final class LocalProcess {

  private static final int TAIL = 15;

  private final String name;
  private final Path directory;
  private final List<String> line;
  private final Path temporary;
  private final List<Address> listens;
  private final PidFile pid;

  /**
   * @param name such as {@code node-0}
   * @param directory of the cluster
   * @param listens where it listens
   */
  LocalProcess(
      String name, Path directory, Path temporary, List<String> line, List<Address> listens) {
    this.name = name;
    this.directory = directory;
    this.temporary = temporary;
    this.line = List.copyOf(line);
    this.listens = List.copyOf(listens);
    pid = new PidFile(directory.resolve("run").resolve(name + ".pid"));
  }

  public String name() {
    return name;
  }

  /** The process, if it runs. */
  public Optional<ProcessHandle> process() throws IOException {
    return pid.process();
  }

  /** What it logs. */
  Path log() {
    return directory.resolve("log").resolve(name + ".log");
  }

  /** What it prints before it logs, and when it cannot. */
  private Path output() {
    return directory.resolve("log").resolve(name + ".out");
  }

  /**
   * Looks whether it can listen; it must not run.
   *
   * @throws CliException if another process has a port of it
   */
  public void checkPorts() throws InterruptedException, CliException {
    Optional<Address> taken = FreePorts.taken(listens);
    if (taken.isPresent()) {
      throw CliException.differs(
          name
              + " cannot listen on "
              + taken.get()
              + ", a port that another process has: end that process and try again");
    }
  }

  /** Starts it; it must not run. */
  public void start() throws IOException {
    Files.createDirectories(log().getParent());
    Files.createDirectories(temporary.getParent());
    DiskFiles.delete(temporary);
    Files.createDirectory(temporary);
    Files.writeString(output(), "");
    Process process = Detached.start(line, directory, output());
    try {
      pid.write(process.pid());
    } catch (IOException e) {
      // Nobody would know of it, and it would be in the way of the next one.
      process.destroyForcibly();
      throw e;
    }
  }

  /** Forgets it, once it has ended. */
  void forget() throws IOException {
    pid.delete();
    DiskFiles.delete(temporary);
  }

  /** The last lines that it wrote, for people; the last one may be cut within a character. */
  public String tail() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Path file : List.of(log(), output())) {
      if (Files.exists(file) && Files.size(file) > 0) {
        List<String> lines =
            new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
        text.append("-- the end of ").append(file).append(":\n");
        lines
            .subList(Math.max(0, lines.size() - TAIL), lines.size())
            .forEach(each -> text.append(each).append('\n'));
      }
    }
    return text.toString();
  }
}
