package io.zabdb.storage.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.model.data.Bytes;
import io.zabdb.storage.memory.MemoryDisk;
import io.zabdb.storage.memory.MemoryTreeStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random changes over random trees, compared with a map in which they are made at once. */
class OverlayTest {

  private static final int KEYS = 24;
  private static final String TREE = "t";

  private static byte[] key(int number) {
    return new byte[] {(byte) (number * 10)};
  }

  @Test
  void anOverlayReadsAsIfItsChangesWereMade() {
    for (long seed = 1; seed <= 300; seed++) {
      Random random = new Random(seed);
      MemoryTreeStore store = new MemoryTreeStore(new MemoryDisk());
      store.create(TREE);
      NavigableMap<Bytes, Bytes> model = new TreeMap<>();
      for (int round = 0; round < 4; round++) {
        Overlay overlay = new Overlay(store.latest());
        for (int i = 0; i < 12; i++) {
          change(overlay, model, random);
          compare(overlay, model, random, "seed " + seed);
        }
        overlay.close();
        store.write(overlay.changes());
        compare(store.latest(), model, random, "written, seed " + seed);
      }
    }
  }

  private static void change(Overlay overlay, NavigableMap<Bytes, Bytes> model, Random random) {
    byte[] key = key(random.nextInt(KEYS));
    switch (random.nextInt(5)) {
      case 0 -> {
        overlay.delete(TREE, key);
        model.remove(Bytes.wrap(key));
      }
      case 1 -> {
        int from = random.nextInt(KEYS);
        int to = from + random.nextInt(KEYS - from);
        overlay.deleteRange(TREE, key(from), key(to));
        model.subMap(Bytes.wrap(key(from)), Bytes.wrap(key(to))).clear();
      }
      default -> {
        byte[] value = {(byte) random.nextInt()};
        overlay.put(TREE, key, value);
        model.put(Bytes.wrap(key), Bytes.wrap(value));
      }
    }
  }

  private static void compare(
      TreeView view, NavigableMap<Bytes, Bytes> model, Random random, String where) {
    for (int i = 0; i < KEYS; i++) {
      Bytes expected = model.get(Bytes.wrap(key(i)));
      assertArrayEquals(expected == null ? null : expected.array(), view.get(TREE, key(i)), where);
    }
    int from = random.nextInt(KEYS);
    int to = from + random.nextInt(KEYS - from);
    int target = random.nextInt(KEYS);
    NavigableMap<Bytes, Bytes> range =
        model.subMap(Bytes.wrap(key(from)), true, Bytes.wrap(key(to)), false);
    assertEquals(List.copyOf(range.entrySet()), read(view, from, to, -1), where);
    if (target >= from && target < to) {
      assertEquals(
          List.copyOf(range.tailMap(Bytes.wrap(key(target))).entrySet()),
          read(view, from, to, target),
          where);
    }
  }

  /**
   * @param target sought first; -1: none
   */
  private static List<Map.Entry<Bytes, Bytes>> read(TreeView view, int from, int to, int target) {
    List<Map.Entry<Bytes, Bytes>> found = new ArrayList<>();
    try (Cursor cursor = view.open(TREE, key(from), key(to))) {
      if (target >= 0) {
        cursor.seek(key(target));
      }
      for (; cursor.isValid(); cursor.next()) {
        found.add(Map.entry(Bytes.wrap(cursor.key()), Bytes.wrap(cursor.value())));
      }
    }
    return found;
  }
}
