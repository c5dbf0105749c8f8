package io.zabdb.storage.engine;

import io.zabdb.storage.engine.Extents.TreePart;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.TreeView;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;

/** Goes through keys in several trees, one behind the other. */
final class ExtentCursor implements Cursor {

  private final TreeView view;
  private final List<TreePart> parts;

  /** The part in which it stands; behind the last: it has passed that. */
  private int place;

  private Cursor within;

  /**
   * @param parts in the order of their keys
   */
  ExtentCursor(TreeView view, List<TreePart> parts) {
    this.view = view;
    this.parts = parts;
    if (!parts.isEmpty()) {
      within = open(parts.get(0), parts.get(0).keys().from());
    }
    settle();
  }

  private Cursor open(TreePart part, byte[] from) {
    return view.open(part.tree(), from, part.keys().to());
  }

  /** Goes on to the next part that has a key from where it stands. */
  private void settle() {
    while (within != null && !within.isValid()) {
      goOn(new byte[0]);
    }
  }

  private void goOn(byte[] key) {
    within.close();
    within = null;
    place++;
    if (place < parts.size()) {
      byte[] start = parts.get(place).keys().from();
      within = open(parts.get(place), Arrays.compareUnsigned(key, start) > 0 ? key : start);
    }
  }

  private Cursor present() {
    if (within == null) {
      throw new NoSuchElementException("the cursor has passed the last key");
    }
    return within;
  }

  @Override
  public boolean isValid() {
    return within != null && within.isValid();
  }

  @Override
  public byte[] key() {
    return present().key();
  }

  @Override
  public byte[] value() {
    return present().value();
  }

  @Override
  public int valueLength() {
    return present().valueLength();
  }

  @Override
  public void next() {
    present().next();
    settle();
  }

  @Override
  public void seek(byte[] key) {
    while (within != null && isBehind(parts.get(place).keys(), key)) {
      goOn(key);
    }
    if (within != null && within.isValid()) {
      within.seek(key);
    }
    settle();
  }

  private static boolean isBehind(KeyRange keys, byte[] key) {
    return keys.to() != null && Arrays.compareUnsigned(key, keys.to()) >= 0;
  }

  @Override
  public void close() {
    if (within != null) {
      within.close();
      within = null;
    }
  }
}
