package io.zabdb.storage.tree;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * What an exported directory must hold: each file's size and CRC32C, in a text file whose last line
 * is its own checksum. It is written last, so a directory without one is not finished.
 *
 * @param kind what was exported
 * @param files their names, to size and checksum
 */
public record Manifest(String kind, Map<String, String> files) {

  /** The name of the text file. */
  public static final String NAME = "ZABDB-MANIFEST";

  private static final String FORMAT = "zabdb-storage 1";
  private static final Pattern LINE = Pattern.compile("file ([A-Za-z0-9_.-]+) (\\d+ [0-9a-f]+)");

  /** Syncs all files of a directory and writes its manifest. */
  public static void write(Path directory, String kind) {
    write(directory, kind, Map.of());
  }

  /**
   * The same for a directory that goes together with files that may be elsewhere, and are synced.
   *
   * @param others name to description; those that are in the directory are not read again
   */
  public static void write(Path directory, String kind, Map<String, String> others) {
    try {
      Map<String, String> files = new TreeMap<>(others);
      for (Path file : DiskFiles.list(directory)) {
        String name = file.getFileName().toString();
        if (!others.containsKey(name)) {
          DiskFiles.sync(file);
          files.put(name, describe(file));
        }
      }
      StringBuilder text = new StringBuilder(FORMAT + "\nkind " + kind + "\n");
      files.forEach((name, description) -> text.append("file " + name + " " + description + "\n"));
      text.append("sum " + sum(text.toString()) + "\n");
      DiskFiles.replace(directory.resolve(NAME), text.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw DiskFiles.failed("write the manifest of " + directory, e);
    }
  }

  /**
   * The names of the files that the manifest of a directory describes, in order, wherever they are.
   *
   * @throws StorageException {@link ErrorCode#CORRUPT} if it is missing or damaged
   */
  public static Set<String> names(Path directory) {
    try {
      return read(directory).files.keySet();
    } catch (IOException e) {
      throw DiskFiles.failed("read " + directory, e);
    }
  }

  /**
   * Reads the manifest of a directory and compares all its files with it.
   *
   * @throws StorageException {@link ErrorCode#CORRUPT} if anything is missing, damaged, too much or
   *     of another kind
   */
  public static void verify(Path directory, String kind) {
    try {
      Manifest manifest = read(directory);
      if (!manifest.kind.equals(kind)) {
        throw corrupt(directory, "is a " + manifest.kind + ", not a " + kind);
      }
      for (Map.Entry<String, String> file : manifest.files.entrySet()) {
        Path path = directory.resolve(file.getKey());
        if (!Files.isRegularFile(path) || !describe(path).equals(file.getValue())) {
          throw corrupt(directory, file.getKey() + " is missing or damaged");
        }
      }
      if (DiskFiles.list(directory).size() != manifest.files.size() + 1) {
        throw corrupt(directory, "it holds files that are not in its manifest");
      }
    } catch (IOException e) {
      throw DiskFiles.failed("read " + directory, e);
    }
  }

  /**
   * What stands for a directory with all its files: SHA-256 of its manifest, 32 bytes.
   *
   * @throws StorageException {@link ErrorCode#CORRUPT} if it is missing or damaged
   */
  public static Bytes digest(Path directory) {
    try {
      read(directory);
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return Bytes.wrap(digest.digest(Files.readAllBytes(directory.resolve(NAME))));
    } catch (IOException e) {
      throw DiskFiles.failed("read " + directory, e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static Manifest read(Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    if (!Files.isRegularFile(file)) {
      throw corrupt(directory, "it has no " + NAME);
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    int last = text.lastIndexOf("sum ");
    if (last < 0 || !text.substring(last).equals("sum " + sum(text.substring(0, last)) + "\n")) {
      throw corrupt(directory, NAME + " is damaged");
    }
    List<String> lines = text.substring(0, last).lines().toList();
    if (lines.size() < 2 || !lines.get(0).equals(FORMAT) || !lines.get(1).startsWith("kind ")) {
      throw corrupt(directory, NAME + " is not of the format " + FORMAT);
    }
    Map<String, String> files = new LinkedHashMap<>();
    for (String line : lines.subList(2, lines.size())) {
      var match = LINE.matcher(line);
      if (!match.matches()) {
        throw corrupt(directory, NAME + " has a line " + Bytes.of(line));
      }
      files.put(match.group(1), match.group(2));
    }
    return new Manifest(lines.get(1).substring("kind ".length()), files);
  }

  /** Size and checksum of a file. */
  static String describe(Path file) throws IOException {
    CRC32C crc = new CRC32C();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        crc.update(buffer, 0, read);
      }
    }
    return Files.size(file) + " " + Long.toHexString(crc.getValue());
  }

  private static String sum(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.ISO_8859_1));
    return Long.toHexString(crc.getValue());
  }

  private static StorageException corrupt(Path directory, String reason) {
    return new StorageException(ErrorCode.CORRUPT, directory + ": " + reason);
  }
}
