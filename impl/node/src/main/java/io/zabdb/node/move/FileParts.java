package io.zabdb.node.move;

import com.google.protobuf.UnsafeByteOperations;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.replica.move.OfferedFiles;
import io.zabdb.rpc.wire.FilePart;
import io.zabdb.rpc.wire.ReadFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** Parts of files, each with its checksum. */
public final class FileParts {

  /** Of a file, in one message, in bytes. */
  public static final int MOST = 256 << 10;

  private FileParts() {}

  /**
   * Says whether a request for a part makes sense.
   *
   * @throws ZabException if a file cannot have that name, which so names a file in the directory of
   *     the offer and nothing else, or the part is none
   */
  public static void check(ReadFile request) {
    if (!OfferedFiles.isName(request.getName())) {
      throw ZabException.of(
          ErrorCode.INVALID_ARGUMENT, "a file cannot be called '" + request.getName() + "'");
    }
    if (request.getOffset() < 0 || request.getLength() < 1 || request.getLength() > MOST) {
      throw ZabException.of(
          ErrorCode.INVALID_ARGUMENT,
          "a part of "
              + Integer.toUnsignedString(request.getLength())
              + " bytes at "
              + Long.toUnsignedString(request.getOffset())
              + ", where it has 1 to "
              + MOST
              + " bytes");
    }
  }

  /**
   * Reads what {@link #check} has let pass. Waits for the disk.
   *
   * @throws ZabException if there is no such part
   */
  public static FilePart read(Path directory, ReadFile request) throws IOException {
    Path file = directory.resolve(request.getName());
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw ZabException.of(ErrorCode.NOT_FOUND, "there is no file " + request.getName());
    }
    ByteBuffer bytes = ByteBuffer.allocate(request.getLength());
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long size = channel.size();
      int read = 0;
      while (request.getOffset() <= size - request.getLength()
          && bytes.hasRemaining()
          && read >= 0) {
        read = channel.read(bytes, request.getOffset() + bytes.position());
      }
      if (bytes.hasRemaining()) {
        throw ZabException.of(
            ErrorCode.NOT_FOUND,
            request.getName()
                + " has "
                + size
                + " bytes, not "
                + request.getLength()
                + " at "
                + request.getOffset());
      }
    }
    return FilePart.newBuilder()
        .setBytes(UnsafeByteOperations.unsafeWrap(bytes.array()))
        .setCrc32C(sum(bytes.flip()))
        .build();
  }

  /** CRC32C. */
  static int sum(ByteBuffer bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return (int) sum.getValue();
  }
}
