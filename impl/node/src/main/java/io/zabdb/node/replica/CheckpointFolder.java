package io.zabdb.node.replica;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Connection;
import io.zabdb.storage.data.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.transport.peer.CheckpointFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * The checkpoints of a replica, {@code LENGTH/files} with what the store exported, and {@code
 * LENGTH/meta}, which is written last. Files of the store are shared with it by hard links.
 * Thread-safe.
 */
final class CheckpointFolder {

  private static final String META = "meta";
  private static final String FILES = "files";
  private static final long FORMAT = 0x5a41_4244_4243_5003L;

  /** With the sessions behind the zxid, which are in the store, and without a roster. */
  private static final long FORMAT_WITH_SESSIONS = 0x5a41_4244_4243_5001L;

  private static final long FORMAT_WITHOUT_ROSTER = 0x5a41_4244_4243_5002L;

  /** Format, length and zxid; then comes the roster, if there is one, and the checksum. */
  private static final int BODY_BYTES = 4 * Long.BYTES;

  private final Path directory;
  private final Map<Connection, Path> lent = new ConcurrentHashMap<>();

  CheckpointFolder(Path directory) {
    this.directory = directory;
  }

  /**
   * Removes what was not finished, and what lies below a length.
   *
   * @return the others, shortest first
   */
  synchronized List<CheckpointFiles> open(long least) {
    try {
      Files.createDirectories(directory);
      List<CheckpointFiles> found = new ArrayList<>();
      for (Path each : DiskFiles.list(directory)) {
        if (Files.exists(each.resolve(META)) && lengthOf(each) >= least) {
          found.add(read(each));
        } else {
          DiskFiles.delete(each);
        }
      }
      found.sort(Comparator.comparingLong(CheckpointFiles::length));
      return found;
    } catch (IOException e) {
      throw DiskFiles.failed("open the checkpoints in " + directory, e);
    }
  }

  /** By its name; -1 if it is none. */
  private static long lengthOf(Path checkpoint) {
    String name = checkpoint.getFileName().toString();
    return name.matches("\\d{1,18}") ? Long.parseLong(name) : -1;
  }

  private Path pathOf(long length) {
    return directory.resolve(Long.toString(length));
  }

  /**
   * Takes a checkpoint.
   *
   * @param export writes the store into a directory, which it makes, and returns what it wrote
   */
  CheckpointFiles take(Function<Path, Snapshot> export) {
    Path next = directory.resolve("next");
    try {
      DiskFiles.delete(next);
      DiskFiles.createDirectory(next);
      try (Snapshot state = export.apply(next.resolve(FILES))) {
        return finish(
            next, new CheckpointFiles(state.length(), state.zxid(), state.roster(), next));
      }
    } catch (IOException e) {
      throw DiskFiles.failed("take a checkpoint in " + next, e);
    }
  }

  /** Takes over a checkpoint that was received; its directory is gone then. */
  CheckpointFiles adopt(CheckpointFiles received) {
    // Of its own: another may be being taken.
    Path next = directory.resolve("adopted");
    try {
      DiskFiles.delete(next);
      DiskFiles.createDirectory(next);
      Files.move(received.directory(), next.resolve(FILES), StandardCopyOption.ATOMIC_MOVE);
      return finish(next, received);
    } catch (IOException e) {
      throw DiskFiles.failed("take over the checkpoint in " + received.directory(), e);
    }
  }

  private synchronized CheckpointFiles finish(Path next, CheckpointFiles checkpoint)
      throws IOException {
    Path target = pathOf(checkpoint.length());
    DiskFiles.replace(next.resolve(META), encode(checkpoint));
    if (Files.exists(target)) {
      DiskFiles.delete(target);
    }
    Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
    DiskFiles.sync(directory);
    return new CheckpointFiles(
        checkpoint.length(), checkpoint.zxid(), checkpoint.roster(), target.resolve(FILES));
  }

  /**
   * A checkpoint is being sent over a connection: its files stay until {@link #release}. Does not
   * wait.
   */
  void lend(Connection connection, CheckpointFiles checkpoint) {
    lent.put(connection, checkpoint.directory().getParent());
  }

  void release(Connection connection) {
    lent.remove(connection);
  }

  /** Deletes those below a length that are not lent; none of them will be. */
  synchronized void deleteBelow(long length) {
    Set<Path> inUse = new HashSet<>(lent.values());
    try {
      for (Path each : DiskFiles.list(directory)) {
        if (lengthOf(each) >= 0 && lengthOf(each) < length && !inUse.contains(each)) {
          DiskFiles.delete(each);
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed("delete old checkpoints in " + directory, e);
    }
  }

  private static byte[] encode(CheckpointFiles checkpoint) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeLong(FORMAT);
    out.writeLong(checkpoint.length());
    out.writeLong(checkpoint.zxid().epoch());
    out.writeLong(checkpoint.zxid().counter());
    out.write(checkpoint.roster().encode());
    out.writeLong(sum(bytes.toByteArray(), bytes.size()));
    return bytes.toByteArray();
  }

  private static CheckpointFiles read(Path path) throws IOException {
    byte[] bytes = Files.readAllBytes(path.resolve(META));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    int body = bytes.length - Long.BYTES;
    if (body < BODY_BYTES || sum(bytes, body) != ByteBuffer.wrap(bytes).getLong(body)) {
      throw corrupt(path);
    }
    long format = in.readLong();
    if (format != FORMAT && format != FORMAT_WITHOUT_ROSTER && format != FORMAT_WITH_SESSIONS) {
      throw corrupt(path);
    }
    long length = in.readLong();
    Zxid zxid = new Zxid(in.readLong(), in.readLong());
    Roster roster = Roster.NONE;
    if (format == FORMAT) {
      try {
        roster = Roster.decode(in.readNBytes(body - BODY_BYTES));
      } catch (IllegalArgumentException e) {
        throw corrupt(path);
      }
    }
    return new CheckpointFiles(length, zxid, roster, path.resolve(FILES));
  }

  private static StorageException corrupt(Path path) {
    return new StorageException(
        ErrorCode.CORRUPT, path.resolve(META) + " is damaged: rebuild this replica from its group");
  }

  private static long sum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return crc.getValue();
  }
}
