package io.zabdb.cli.process;

import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Remembers a process: its id, when it started, and which folder this was noted in. Only a process
 * that fits both is taken for it, and only in that folder: in a copy of it, it is another one's. So
 * never another one is signalled. Its command line tells nothing: while a process changes its
 * program, as each does that is started behind another, that is empty or a part.
 */
public final class PidFile {

  private final Path file;

  public PidFile(Path file) {
    this.file = file;
  }

  /** Remembers a process that was started a moment ago. */
  public void write(long pid) throws IOException {
    String mark = ProcessMark.of(pid).orElse("ended");
    String text = pid + "\n" + mark + "\n" + folder() + "\n";
    DiskFiles.replace(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A copy is another one; one that was moved is the same. */
  private String folder() throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    return String.valueOf(Files.readAttributes(folder, BasicFileAttributes.class).fileKey());
  }

  /** The process, if it runs. */
  public Optional<ProcessHandle> process() throws IOException {
    String[] lines;
    try {
      lines = Files.readString(file).split("\n");
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (lines.length == 1 && lines[0].isEmpty()) {
      // The power failed while it was written.
      return Optional.empty();
    }
    boolean isOfBefore = lines.length == 2;
    if ((lines.length != 3 && !isOfBefore) || !lines[0].matches("[0-9]{1,18}")) {
      throw new IOException(file + " is not a file of a process id; remove it if nothing runs");
    }
    if (!isOfBefore && !lines[2].equals(folder())) {
      return Optional.empty();
    }
    long pid = Long.parseLong(lines[0]);
    return ProcessMark.of(pid).filter(lines[1]::equals).flatMap(mark -> ProcessHandle.of(pid));
  }

  public void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}
