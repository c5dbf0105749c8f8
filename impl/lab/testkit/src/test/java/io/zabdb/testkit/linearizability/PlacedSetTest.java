package io.zabdb.testkit.linearizability;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.testkit.history.HistoryRecorder;
import io.zabdb.testkit.history.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlacedSetTest {

  /** Every fifth is of unknown outcome. */
  private static List<Operation> operations(int count) {
    HistoryRecorder recorder = new HistoryRecorder();
    for (int i = 0; i < count; i++) {
      int id = recorder.invoke(i, null, "read", null);
      if (i % 5 != 4) {
        recorder.ok(id, null);
      }
    }
    return recorder.history().operations();
  }

  @Test
  void wordsAreEqualIfAndOnlyIfTheSetsAre() {
    Random random = new Random(7);
    int count = 400;
    PlacedSet set = new PlacedSet(operations(count));
    BitSet expected = new BitSet();
    Map<String, BitSet> seen = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      int operation = random.nextInt(count);
      // Tends to fill and to empty in turns.
      boolean fill = random.nextInt(10) < (i / 3000 % 2 == 0 ? 9 : 1);
      if (fill && !set.contains(operation)) {
        set.add(operation);
        expected.set(operation);
      } else if (!fill && set.contains(operation)) {
        set.remove(operation);
        expected.clear(operation);
      }
      assertEquals(expected.get(operation), set.contains(operation));
      BitSet before =
          seen.putIfAbsent(
              Arrays.toString(set.known()) + Arrays.toString(set.unknown()),
              (BitSet) expected.clone());
      assertTrue(before == null || before.equals(expected), "step " + i);
    }
  }

  @Test
  void theWordsDoNotDependOnThePast() {
    PlacedSet one = new PlacedSet(operations(300));
    PlacedSet other = new PlacedSet(operations(300));
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      all.add(i);
      one.add(i);
    }
    Collections.shuffle(all, new Random(1));
    all.forEach(other::add);
    assertArrayEquals(one.known(), other.known());
    assertArrayEquals(one.unknown(), other.unknown());
    all.subList(0, 250).forEach(one::remove);
    Collections.shuffle(all.subList(0, 250), new Random(2));
    all.subList(0, 250).forEach(other::remove);
    assertArrayEquals(one.known(), other.known());
    assertArrayEquals(one.unknown(), other.unknown());
  }

  @Test
  void theWordsOfALongHistoryAreFew() {
    List<Operation> operations =
        operations(20_000).stream().filter(op -> op.returned() != Operation.NEVER).toList();
    PlacedSet set = new PlacedSet(operations);
    for (int i = 0; i < operations.size() - 100; i++) {
      set.add(i);
    }
    assertTrue(set.known().length <= 3, "words: " + set.known().length);
  }
}
