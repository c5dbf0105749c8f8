package io.zabdb.peer.checkpoint;

import com.google.protobuf.UnsafeByteOperations;
import io.zabdb.peer.wire.CheckpointChunk;
import io.zabdb.peer.wire.CheckpointFile;
import io.zabdb.peer.wire.PeerFrame;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;

/** Turns the files of a checkpoint into frames, one after the other. Not thread-safe. */
public final class CheckpointReader implements Closeable {

  /** Names the files of a checkpoint; may wait for a disk. */
  public interface FileList {

    List<Path> list() throws IOException;
  }

  /** Of a file, in one frame. */
  static final int CHUNK_BYTES = 256 << 10;

  private final FileList list;
  private Iterator<Path> files;
  private Path file;

  /** Null: no file is open. */
  private FileChannel channel;

  private long left;

  /** What the files take that have not begun. */
  private long rest;

  /**
   * @param list asked once, with the first frame
   */
  public CheckpointReader(FileList list) {
    this.list = list;
  }

  /**
   * The next frame, or null at the end.
   *
   * @throws IOException also if something among them is no plain file
   */
  public PeerFrame next() throws IOException {
    if (files == null) {
      List<Path> all = list.list();
      for (Path each : all) {
        rest += Files.size(each);
      }
      files = all.iterator();
    }
    if (left > 0) {
      return chunk();
    }
    close();
    return files.hasNext() ? begin(files.next()) : null;
  }

  private PeerFrame begin(Path next) throws IOException {
    String name = next.getFileName().toString();
    if (!Files.isRegularFile(next, LinkOption.NOFOLLOW_LINKS) || !FileNames.isPlain(name)) {
      throw new IOException(next + " is no file that may be in a checkpoint");
    }
    file = next;
    channel = FileChannel.open(next, StandardOpenOption.READ);
    left = channel.size();
    CheckpointFile.Builder begun =
        CheckpointFile.newBuilder().setName(name).setBytes(left).setRest(rest);
    rest -= left;
    return PeerFrame.newBuilder().setCheckpointFile(begun).build();
  }

  private PeerFrame chunk() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(CHUNK_BYTES, left));
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        throw new IOException(file + " became shorter while it was sent");
      }
    }
    left -= bytes.capacity();
    return PeerFrame.newBuilder()
        .setCheckpointChunk(
            CheckpointChunk.newBuilder().setBytes(UnsafeByteOperations.unsafeWrap(bytes.array())))
        .build();
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
      channel = null;
    }
  }
}
