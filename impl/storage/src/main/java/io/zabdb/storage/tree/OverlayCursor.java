package io.zabdb.storage.tree;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;

/** Goes through a tree and the changes to it at once. The changes must not change meanwhile. */
final class OverlayCursor implements Cursor {

  private final Cursor base;
  private final TreeChanges changes;
  private final NavigableMap<byte[], byte[]> keys;
  private Map.Entry<byte[], byte[]> changed;

  OverlayCursor(Cursor base, TreeChanges changes, byte[] from, byte[] to) {
    this.base = base;
    this.changes = changes;
    this.keys =
        to == null
            ? changes.keys().tailMap(from, true)
            : changes.keys().subMap(from, true, to, false);
    changed = keys.firstEntry();
    settle();
  }

  /** Passes base keys that were deleted or changed, and changes that are deletes. */
  private void settle() {
    while (true) {
      int order = order();
      byte[] hidden = base.isValid() ? changes.endOfRange(base.key()) : null;
      if (hidden != null) {
        base.seek(hidden);
      } else if (order == 0) {
        base.next();
      } else if (order > 0 && changed != null && changed.getValue() == null) {
        changed = keys.higherEntry(changed.getKey());
      } else {
        return;
      }
    }
  }

  /** How the base's key compares to the changed key; the one that has none is above. */
  private int order() {
    if (changed == null) {
      return -1;
    }
    return base.isValid() ? Arrays.compareUnsigned(base.key(), changed.getKey()) : 1;
  }

  @Override
  public boolean isValid() {
    return changed != null || base.isValid();
  }

  @Override
  public byte[] key() {
    return order() < 0 ? base.key() : changed.getKey();
  }

  @Override
  public byte[] value() {
    return order() < 0 ? base.value() : changed.getValue();
  }

  @Override
  public int valueLength() {
    return order() < 0 ? base.valueLength() : changed.getValue().length;
  }

  @Override
  public void next() {
    if (order() < 0) {
      base.next();
    } else {
      changed = keys.higherEntry(changed.getKey());
    }
    settle();
  }

  @Override
  public void seek(byte[] key) {
    if (base.isValid()) {
      base.seek(key);
    }
    if (changed != null && Arrays.compareUnsigned(changed.getKey(), key) < 0) {
      changed = keys.ceilingEntry(key);
    }
    settle();
  }

  @Override
  public void close() {
    base.close();
  }
}
