package io.zabdb.storage.memory;

import io.zabdb.storage.tree.Cursor;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;

/** Goes through a sorted map. */
final class MemoryCursor implements Cursor {

  private final NavigableMap<byte[], byte[]> cells;
  private Map.Entry<byte[], byte[]> here;

  MemoryCursor(NavigableMap<byte[], byte[]> cells) {
    this.cells = cells;
    here = cells.firstEntry();
  }

  @Override
  public boolean isValid() {
    return here != null;
  }

  @Override
  public byte[] key() {
    return here.getKey();
  }

  @Override
  public byte[] value() {
    return here.getValue();
  }

  @Override
  public int valueLength() {
    return here.getValue().length;
  }

  @Override
  public void next() {
    here = cells.higherEntry(here.getKey());
  }

  @Override
  public void seek(byte[] key) {
    if (here != null && Arrays.compareUnsigned(here.getKey(), key) < 0) {
      here = cells.ceilingEntry(key);
    }
  }

  @Override
  public void close() {
    here = null;
  }
}
