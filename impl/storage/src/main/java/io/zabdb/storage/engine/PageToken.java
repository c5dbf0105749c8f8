package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.key.CellKey;
import java.util.Arrays;

/** Where a page ended: a format byte and the key of its last cell. */
final class PageToken {

  private static final int FORMAT = 1;

  private PageToken() {}

  static Bytes encode(byte[] key) {
    return Bytes.wrap(new ByteWriter(1 + key.length).putByte(FORMAT).putRaw(key).toArray());
  }

  /** The key; throws {@link ErrorCode#INVALID_ARGUMENT} for a token that is not of this scan. */
  static byte[] decode(Bytes token, KeyRange keys) {
    byte[] bytes = token.array();
    if (bytes.length == 0 || bytes[0] != FORMAT) {
      throw invalid(token, null);
    }
    byte[] key = Arrays.copyOfRange(bytes, 1, bytes.length);
    try {
      if (!CellKey.isPlace(key)) {
        CellKey.decode(key);
      }
    } catch (StorageException e) {
      throw invalid(token, e);
    }
    if (!keys.contains(key)) {
      throw invalid(token, null);
    }
    return key;
  }

  private static StorageException invalid(Bytes token, StorageException cause) {
    return new StorageException(
        ErrorCode.INVALID_ARGUMENT, "no page of this scan ends at " + token, cause);
  }
}
