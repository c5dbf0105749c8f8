package io.zabdb.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file behind a {@link FileChannel}. A thread that is interrupted while it uses the channel
 * closes it; so the threads of a log are not to be interrupted.
 */
final class ChannelFile implements LogFile {

  private static final int PIECE_BYTES = 256 << 10;

  private final Path path;
  private final FileChannel channel;

  ChannelFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public boolean read(ByteBuffer into, long offset) throws IOException {
    long at = offset;
    while (into.hasRemaining()) {
      int count = channel.read(piece(into), at);
      if (count < 0) {
        return false;
      }
      into.position(into.position() + count);
      at += count;
    }
    return true;
  }

  /**
   * What is moved at once. For bytes on the heap the JDK takes as many outside of it, which no
   * budget knows of, and keeps them for the thread.
   */
  private static ByteBuffer piece(ByteBuffer all) {
    int bytes = all.isDirect() ? all.remaining() : Math.min(all.remaining(), PIECE_BYTES);
    return all.duplicate().limit(all.position() + bytes);
  }

  @Override
  public void write(ByteBuffer from, long offset) throws IOException {
    long at = offset;
    try {
      while (from.hasRemaining()) {
        int count = channel.write(piece(from), at);
        from.position(from.position() + count);
        at += count;
      }
    } catch (IOException e) {
      throw isFull(e, from.remaining()) ? new DiskFullException(path.toString(), e) : e;
    }
  }

  @Override
  public void truncate(long size) throws IOException {
    channel.truncate(size);
    channel.force(true);
  }

  @Override
  public void sync() throws IOException {
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private boolean isFull(IOException e, long missing) throws IOException {
    return DiskFullException.isSaidBy(e) || Files.getFileStore(path).getUsableSpace() < missing;
  }
}
