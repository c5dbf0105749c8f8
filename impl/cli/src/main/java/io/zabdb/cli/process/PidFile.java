package io.zabdb.cli.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Remembers a process: its id, and when it started. Only a process that fits both is taken for it,
 * so that never another one is signalled. Its command line tells nothing: while a process changes
 * its program, as each does that is started behind another, that is empty or a part.
 */
public final class PidFile {

  private final Path file;

  public PidFile(Path file) {
    this.file = file;
  }

  /** Remembers a process that was started a moment ago. */
  public void write(long pid) throws IOException {
    String mark = ProcessMark.of(pid).orElse("ended");
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, pid + "\n" + mark + "\n");
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** The process, if it runs. */
  public Optional<ProcessHandle> process() throws IOException {
    String[] lines;
    try {
      lines = Files.readString(file).split("\n");
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (lines.length != 2 || !lines[0].matches("[0-9]{1,18}")) {
      throw new IOException(file + " is not a file of a process id; remove it if nothing runs");
    }
    long pid = Long.parseLong(lines[0]);
    return ProcessMark.of(pid).filter(lines[1]::equals).flatMap(mark -> ProcessHandle.of(pid));
  }

  public void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}
