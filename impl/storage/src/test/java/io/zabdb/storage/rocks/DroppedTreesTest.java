package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who may still use which of the trees that were dropped. */
class DroppedTreesTest {

  private final List<String> closed = new ArrayList<>();
  private final DroppedTrees<AutoCloseable> dropped = new DroppedTrees<>();

  private void drop(String tree) {
    dropped.add(() -> closed.add(tree));
  }

  @Test
  void whatNobodyUsesIsClosedAtOnce() {
    drop("a");
    dropped.leave(dropped.enter());
    drop("b");
    assertEquals(List.of("a", "b"), closed);
  }

  @Test
  void whoCameBeforeKeepsIt() {
    long first = dropped.enter();
    long second = dropped.enter();
    drop("a");
    long third = dropped.enter();
    drop("b");
    long fourth = dropped.enter();
    dropped.leave(second);
    assertEquals(List.of(), closed);
    dropped.leave(first);
    assertEquals(List.of("a"), closed);
    dropped.leave(fourth);
    assertEquals(List.of("a"), closed);
    dropped.leave(third);
    assertEquals(List.of("a", "b"), closed);
  }

  @Test
  void inTheEndAllAreClosed() {
    dropped.enter();
    drop("a");
    dropped.close();
    assertEquals(List.of("a"), closed);
    dropped.close();
    assertEquals(List.of("a"), closed);
  }
}
