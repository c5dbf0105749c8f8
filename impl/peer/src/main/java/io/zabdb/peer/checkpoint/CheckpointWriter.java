package io.zabdb.peer.checkpoint;

import com.google.protobuf.ByteString;
import io.zabdb.peer.codec.BadFrameException;
import io.zabdb.peer.wire.CheckpointFile;
import io.zabdb.peer.wire.PeerFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Turns frames into the files of a new directory. While they come, it is called {@code part-...};
 * once they are on disk, {@code checkpoint-...}. Not thread-safe.
 */
public final class CheckpointWriter {

  private static final String PART = "part-";
  private static final String WHOLE = "checkpoint-";

  /** So much is left to the operating system before a sync: a long one would look like a hang. */
  private static final long SYNC_BYTES = 32L << 20;

  private final Path incoming;
  private final int maxFiles;
  private final long maxBytes;

  /** Null: nothing has come yet, or it has been given up. */
  private Path directory;

  private String file = "";

  /** Null: no file is open. */
  private FileChannel channel;

  private int files;
  private long bytes;
  private long left;
  private long unsynced;

  /**
   * @param incoming where the directory is made; created if need be
   * @param maxFiles that the checkpoint may have
   * @param maxBytes that these may have together
   */
  public CheckpointWriter(Path incoming, int maxFiles, long maxBytes) {
    this.incoming = incoming;
    this.maxFiles = maxFiles;
    this.maxBytes = maxBytes;
  }

  /** Removes what was left when a process ended while a checkpoint came. */
  public static void clean(Path incoming) throws IOException {
    if (!Files.isDirectory(incoming)) {
      return;
    }
    List<Path> parts;
    try (Stream<Path> all = Files.list(incoming)) {
      parts = all.filter(path -> path.getFileName().toString().startsWith(PART)).toList();
    }
    for (Path part : parts) {
      delete(part);
    }
  }

  /**
   * Takes a frame of a file or a chunk.
   *
   * @throws BadFrameException if it does not fit those before, or a limit
   * @throws IOException also if the disk has no room for all that is still to come
   */
  public void add(PeerFrame frame) throws IOException, BadFrameException {
    if (frame.hasCheckpointFile()) {
      begin(frame.getCheckpointFile());
    } else {
      write(frame.getCheckpointChunk().getBytes());
    }
  }

  private void begin(CheckpointFile next) throws IOException, BadFrameException {
    end();
    if (!FileNames.isPlain(next.getName())) {
      throw new BadFrameException("a checkpoint with a file whose name is not plain");
    }
    files++;
    if (files > maxFiles) {
      throw new BadFrameException(
          "a checkpoint of more than " + maxFiles + " files, which is the most");
    }
    if (next.getBytes() < 0 || next.getBytes() > maxBytes - bytes) {
      throw new BadFrameException(
          "a checkpoint of more than " + maxBytes + " bytes, which is the most");
    }
    checkRoom(next.getRest());
    bytes += next.getBytes();
    left = next.getBytes();
    file = next.getName();
    Path path = directory().resolve(file);
    try {
      channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      throw new BadFrameException("a checkpoint with two files " + file);
    }
  }

  /** Else as much would be sent as fits, again and again, until somebody makes room. */
  private void checkRoom(long needed) throws IOException {
    long room = Files.getFileStore(directory()).getUsableSpace();
    if (needed > room) {
      throw new IOException(
          "no room for a checkpoint: " + needed + " bytes are to come, the disk has " + room);
    }
  }

  private void write(ByteString chunk) throws IOException, BadFrameException {
    if (chunk.size() > left) {
      throw new BadFrameException(
          "a chunk of " + chunk.size() + " bytes, where " + left + " are left of the file");
    }
    left -= chunk.size();
    for (ByteBuffer part : chunk.asReadOnlyByteBufferList()) {
      while (part.hasRemaining()) {
        channel.write(part);
      }
    }
    unsynced += chunk.size();
    if (unsynced >= SYNC_BYTES) {
      channel.force(false);
      unsynced = 0;
    }
  }

  /** The file that is open must be complete, and gets synced. */
  private void end() throws IOException, BadFrameException {
    if (left > 0) {
      throw new BadFrameException("file " + file + " of a checkpoint lacks " + left + " bytes");
    }
    if (channel != null) {
      channel.force(true);
      channel.close();
      channel = null;
      unsynced = 0;
    }
  }

  private Path directory() throws IOException {
    if (directory == null) {
      Files.createDirectories(incoming);
      directory = Files.createTempDirectory(incoming, PART);
    }
    return directory;
  }

  /**
   * All frames have come.
   *
   * @return the directory, on disk with its files
   */
  public Path finish() throws IOException, BadFrameException {
    end();
    Path part = directory();
    sync(part);
    String suffix = part.getFileName().toString().substring(PART.length());
    Path whole = incoming.resolve(WHOLE + suffix);
    Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
    directory = whole;
    sync(incoming);
    return whole;
  }

  /** Removes what has come, finished or not. */
  public void abort() throws IOException {
    if (channel != null) {
      channel.close();
      channel = null;
    }
    if (directory != null) {
      delete(directory);
      directory = null;
    }
  }

  private static void delete(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(directory)) {
      files = all.toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
    Files.delete(directory);
  }

  /** Linux syncs the names of a directory through a channel that is open for reading. */
  private static void sync(Path directory) throws IOException {
    try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
      names.force(true);
    }
  }
}
