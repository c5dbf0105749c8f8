package io.zabdb.storage.rocks;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Manifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The directory of a store: a file that names the database in use, and the database. An import
 * makes a new database beside it; replacing the file is the switch. Not thread-safe.
 *
 * <p>Source: {@code AppliedIndex!SwitchManifest}.
 */
final class RocksHome {

  private static final String CURRENT = "STORE";
  private static final String STAGE = "stage";
  private static final Pattern CONTENT = Pattern.compile("db-(\\d{1,18})( import-pending)?\n");

  private final Path directory;
  private long number;
  private boolean importPending;

  /** Opens the directory, or makes it; removes what an interrupted import left. */
  RocksHome(Path directory) {
    this.directory = directory.toAbsolutePath();
    try {
      Files.createDirectories(this.directory);
      if (Files.exists(this.directory.resolve(CURRENT))) {
        read();
      } else {
        switchTo(1, false);
      }
      removeOthers();
    } catch (IOException e) {
      throw DiskFiles.failed("open the store " + directory, e);
    }
  }

  private void read() throws IOException {
    Path file = directory.resolve(CURRENT);
    Matcher content =
        CONTENT.matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
    if (!content.matches()) {
      throw new StorageException(ErrorCode.CORRUPT, file + " does not name a database");
    }
    number = Long.parseLong(content.group(1));
    importPending = content.group(2) != null;
  }

  /** Where the database in use is. */
  Path database() {
    return directory.resolve("db-" + number);
  }

  boolean isImportPending() {
    return importPending;
  }

  /** Copies an exported database beside the one in use; its SST files are linked if possible. */
  Path prepareImport(Path exported) {
    Path next = directory.resolve("db-" + (number + 1));
    try {
      DiskFiles.delete(next);
      DiskFiles.createDirectory(next);
      for (Path file : DiskFiles.list(exported)) {
        if (!file.endsWith(Manifest.NAME)) {
          linkOrCopy(file, next.resolve(file.getFileName()));
        }
      }
      DiskFiles.sync(next);
    } catch (IOException e) {
      throw DiskFiles.failed("copy " + exported, e);
    }
    return next;
  }

  /** Removes a database that was prepared, or not to its end. */
  void abandonImport() {
    Path next = directory.resolve("db-" + (number + 1));
    try {
      DiskFiles.delete(next);
    } catch (IOException e) {
      throw DiskFiles.failed("remove " + next, e);
    }
  }

  /** Writes down what the switch is to: all of it that needs room. Nothing has changed then. */
  void prepareSwitch() {
    try {
      DiskFiles.writeNext(directory.resolve(CURRENT), content(number + 1, true));
    } catch (IOException e) {
      throw DiskFiles.failed("prepare the switch to the imported store in " + directory, e);
    }
  }

  /** Makes the prepared database the one in use. The old one must be closed. */
  void switchToImported() {
    try {
      DiskFiles.replaceByNext(directory.resolve(CURRENT));
      number++;
      importPending = true;
      removeOthers();
    } catch (IOException e) {
      throw DiskFiles.failed("switch to the imported store in " + directory, e);
    }
  }

  void finishImport() {
    try {
      switchTo(number, false);
    } catch (IOException e) {
      throw DiskFiles.failed("finish the import in " + directory, e);
    }
  }

  /** Links to files, or copies, for RocksDB to take. */
  List<String> stage(List<Path> files) {
    List<String> staged = new ArrayList<>();
    try {
      unstage();
      DiskFiles.createDirectory(directory.resolve(STAGE));
      for (Path file : files) {
        Path link = directory.resolve(STAGE).resolve(file.getFileName());
        linkOrCopy(file, link);
        staged.add(link.toString());
      }
    } catch (IOException e) {
      throw DiskFiles.failed("copy " + files, e);
    }
    return staged;
  }

  /** Where a database may be opened for a moment. */
  Path scratch(String name) {
    return directory.resolve(name);
  }

  /** Removes what is left of them. */
  void unstage() {
    try {
      DiskFiles.delete(directory.resolve(STAGE));
    } catch (IOException e) {
      throw DiskFiles.failed("remove " + directory.resolve(STAGE), e);
    }
  }

  /** SST files are linked if possible. */
  static void linkOrCopy(Path from, Path to) throws IOException {
    // SST files never change, others may.
    if (from.toString().endsWith(".sst")) {
      try {
        Files.createLink(to, from);
        return;
      } catch (UnsupportedOperationException | IOException e) {
        // On another file system: a copy will do.
        Files.deleteIfExists(to);
      }
    }
    Files.copy(from, to);
    DiskFiles.sync(to);
  }

  private void switchTo(long next, boolean pending) throws IOException {
    DiskFiles.replace(directory.resolve(CURRENT), content(next, pending));
    number = next;
    importPending = pending;
  }

  private static byte[] content(long database, boolean pending) {
    return ("db-" + database + (pending ? " import-pending" : "") + "\n")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private void removeOthers() throws IOException {
    for (Path file : DiskFiles.list(directory)) {
      if (!file.endsWith(CURRENT) && !file.equals(database())) {
        DiskFiles.delete(file);
      }
    }
  }
}
