package io.zabdb.node.files;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Zxid;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * What is written beside the files of a checkpoint.
 *
 * @param length how many entries it covers
 * @param zxid of the last of them
 * @param pool the number of the pool that its tables are in; 0: they are among its own files
 * @param roster the last among the entries
 */
record CheckpointMeta(long length, Zxid zxid, long pool, Roster roster) {

  private static final long FORMAT = 0x5a41_4244_4243_5004L;

  /** Without a pool; and before that, without a roster; and with sessions behind the zxid. */
  private static final long FORMAT_WITHOUT_POOL = 0x5a41_4244_4243_5003L;

  private static final long FORMAT_WITHOUT_ROSTER = 0x5a41_4244_4243_5002L;
  private static final long FORMAT_WITH_SESSIONS = 0x5a41_4244_4243_5001L;

  /** Format, length and zxid. */
  private static final int HEAD_BYTES = 4 * Long.BYTES;

  /** These, in the order of the fields, and a checksum. */
  byte[] encode() {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeLong(FORMAT);
      out.writeLong(length);
      out.writeLong(zxid.epoch());
      out.writeLong(zxid.counter());
      out.writeLong(pool);
      out.write(roster.encode());
      out.writeLong(sum(bytes.toByteArray(), bytes.size()));
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new AssertionError("memory does not fail", e);
    }
  }

  /**
   * Reads a file of them.
   *
   * @throws StorageException with {@code CORRUPT} if it is damaged, or of a format not known here
   */
  static CheckpointMeta read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int body = bytes.length - Long.BYTES;
    if (body < HEAD_BYTES || sum(bytes, body) != ByteBuffer.wrap(bytes).getLong(body)) {
      throw corrupt(file);
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, body));
    long format = in.readLong();
    long length = in.readLong();
    Zxid zxid = new Zxid(in.readLong(), in.readLong());
    try {
      if (format == FORMAT) {
        return new CheckpointMeta(length, zxid, in.readLong(), Roster.decode(in.readAllBytes()));
      }
      if (format == FORMAT_WITHOUT_POOL) {
        return new CheckpointMeta(length, zxid, 0, Roster.decode(in.readAllBytes()));
      }
    } catch (IOException | IllegalArgumentException e) {
      throw corrupt(file);
    }
    if (format == FORMAT_WITHOUT_ROSTER || format == FORMAT_WITH_SESSIONS) {
      return new CheckpointMeta(length, zxid, 0, Roster.NONE);
    }
    throw corrupt(file);
  }

  private static StorageException corrupt(Path file) {
    return new StorageException(
        ErrorCode.CORRUPT, file + " is damaged: rebuild this replica from its group");
  }

  private static long sum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return crc.getValue();
  }
}
