package io.zabdb.node.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Zxid;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointMetaTest {

  private static final Zxid ZXID = new Zxid(3, 4);

  @TempDir Path directory;

  private CheckpointMeta read(byte[] bytes) throws IOException {
    return CheckpointMeta.read(Files.write(directory.resolve("meta"), bytes));
  }

  /** As the documentation says. */
  private static byte[] written(long format, byte[] rest) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeLong(format);
    out.writeLong(7);
    out.writeLong(ZXID.epoch());
    out.writeLong(ZXID.counter());
    out.write(rest);
    CRC32C crc = new CRC32C();
    crc.update(bytes.toByteArray());
    out.writeLong(crc.getValue());
    return bytes.toByteArray();
  }

  @Test
  void whatIsWrittenIsReadAndNoWrongByteEscapes() throws IOException {
    CheckpointMeta meta = new CheckpointMeta(7, ZXID, 5, Roster.NONE);
    byte[] bytes = meta.encode();
    assertEquals(meta, read(bytes));
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] ^= 1;
      StorageException found = assertThrows(StorageException.class, () -> read(bytes), "at " + at);
      assertEquals(ErrorCode.CORRUPT, found.code());
      bytes[at] ^= 1;
    }
  }

  @Test
  void formatsOfBeforeAreReadAndOthersRefused() throws IOException {
    CheckpointMeta flat = new CheckpointMeta(7, ZXID, 0, Roster.NONE);
    assertEquals(flat, read(written(0x5a41424442435003L, Roster.NONE.encode())));
    assertEquals(flat, read(written(0x5a41424442435002L, new byte[0])));
    assertEquals(flat, read(written(0x5a41424442435001L, new byte[40])));
    assertThrows(
        StorageException.class, () -> read(written(0x5a41424442435005L, Roster.NONE.encode())));
    assertThrows(StorageException.class, () -> read(written(0x5a41424442435004L, new byte[3])));
  }
}
