package io.zabdb.cli.data.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Version;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WindowTest {

  private static final Bytes ROW = Bytes.of("row");
  private static final Bytes OTHER = Bytes.of("other");

  private final Window window = new Window(new LoadProgress(0, 0));

  private CompletableFuture<Version> add(Bytes row, int number) {
    CompletableFuture<Version> update = new CompletableFuture<>();
    window.add(row, update, new LoadProgress(number, 0), 10);
    return update;
  }

  /** The client sends again what was not made, and the later one might be made before. */
  @Test
  void aRowIsUnderWayOnce() {
    CompletableFuture<Version> first = add(OTHER, 1);
    CompletableFuture<Version> second = add(ROW, 2);
    assertTrue(window.isFull(ROW, 10));
    assertFalse(window.isFull(Bytes.of("third"), 10));
    first.complete(new Version(0, 1, 1));
    window.settle();
    assertEquals(1, window.done().rows());
    assertTrue(window.isFull(ROW, 10));
    assertFalse(window.isFull(OTHER, 10));
    second.complete(new Version(0, 1, 2));
    window.settle();
    assertFalse(window.isFull(ROW, 10));
  }

  @Test
  void soManyBytesAreUnderWay() {
    assertFalse(window.isFull(ROW, Long.MAX_VALUE / 2), "one must be");
    add(ROW, 1);
    assertTrue(window.isFull(OTHER, 32 << 20));
    assertFalse(window.isFull(OTHER, 1 << 20));
  }
}
