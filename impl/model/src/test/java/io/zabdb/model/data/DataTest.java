package io.zabdb.model.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class DataTest {

  private static void refused(ErrorCode code, String reason, Executable action) {
    ZabException failure = assertThrows(ZabException.class, action);
    assertEquals(code, failure.code());
    assertTrue(failure.problem().contains(reason), failure.problem());
  }

  @Test
  void bytesAreCopiedAndComparedAsUnsigned() {
    byte[] array = {1, 2};
    Bytes bytes = Bytes.of(array);
    array[0] = 9;
    bytes.toArray()[1] = 9;
    assertEquals(Bytes.wrap(new byte[] {1, 2}), bytes);
    assertEquals(Bytes.wrap(new byte[] {1, 2}).hashCode(), bytes.hashCode());
    assertNotEquals(Bytes.of("a"), bytes);
    assertTrue(Bytes.wrap(new byte[] {(byte) 0x80}).compareTo(Bytes.of("a")) > 0);
    assertTrue(Bytes.EMPTY.isEmpty());
    assertEquals(4, Bytes.of("\u00e4\u00f6").length());
    assertEquals("\u00e4\u00f6", Bytes.of("\u00e4\u00f6").text());
    assertTrue(bytes.asByteBuffer().isReadOnly());
  }

  @Test
  void bytesAreShownToPeople() {
    assertEquals("a b", Bytes.of("a b").toString());
    assertEquals("\\00\\ff\\5c", Bytes.wrap(new byte[] {0, (byte) 0xff, '\\'}).toString());
    assertEquals("x".repeat(32) + "... (40 bytes)", Bytes.of("x".repeat(40)).toString());
  }

  @Test
  void columnsAreReadUpToTheFirstColon() {
    assertEquals(Column.of("f", "a:b"), Column.parse("f:a:b"));
    assertEquals(Column.of("f", ""), Column.parse("f:"));
    assertEquals(Column.of("f", ""), Column.parse("f"));
    assertEquals("f:q", Column.of("f", "q").toString());
    refused(ErrorCode.INVALID_ARGUMENT, "the family's length is 0", () -> Column.parse(":q"));
    refused(ErrorCode.INVALID_ARGUMENT, "the family \"a b\"", () -> Column.parse("a b:q"));
    refused(ErrorCode.TOO_LARGE, "more than the limit 100", () -> Column.of("f".repeat(101), ""));
    refused(
        ErrorCode.TOO_LARGE, "more than the limit 16384", () -> Column.of("f", "q".repeat(16_385)));
  }

  @Test
  void versionsAreOrderedAndRead() {
    List<Version> inOrder =
        List.of(
            new Version(0, 1, 9), new Version(0, 2, 1), new Version(0, 2, 2), new Version(1, 0, 0));
    for (int i = 1; i < inOrder.size(); i++) {
      assertTrue(inOrder.get(i - 1).compareTo(inOrder.get(i)) < 0);
    }
    for (Version version : inOrder) {
      assertEquals(version, Version.parse(version.toString()));
    }
    for (String bad : List.of("", "1", "1.2/3", "1/2", "1/2.3.4", "a/b.c", "1/2.", "-1/2.3")) {
      refused(ErrorCode.INVALID_ARGUMENT, "", () -> Version.parse(bad));
    }
  }

  @Test
  void changesAndConditionsAreChecked() {
    Bytes large = Bytes.wrap(new byte[(8 << 20) + 1]);
    refused(ErrorCode.TOO_LARGE, "the value's length", () -> new Change.Put(Column.DEFAULT, large));
    refused(
        ErrorCode.TOO_LARGE,
        "the value's length",
        () -> new Condition.HasValue(Column.DEFAULT, large));
    refused(ErrorCode.INVALID_ARGUMENT, "the family", () -> new Change.DeleteFamily("/"));
    refused(ErrorCode.INVALID_ARGUMENT, "changes", () -> RowMutation.in("row").build());
    refused(
        ErrorCode.TOO_LARGE,
        "changes",
        () -> new RowMutation(Bytes.of("r"), Collections.nCopies(100_001, new Change.DeleteRow())));
    refused(
        ErrorCode.TOO_LARGE,
        "row key",
        () -> RowMutation.of(Bytes.of("r".repeat(16_385)), new Change.DeleteRow()));
  }

  @Test
  void failuresSayWhatToDo() {
    ZabException sure = ZabException.of(ErrorCode.OVERLOADED, "too much");
    assertEquals(
        "OVERLOADED: too much. Try again after a while, or send less at a time.",
        sure.getMessage());
    ZabException unsure = new ZabException(ErrorCode.TIMEOUT, "no answer", true, null);
    assertEquals(
        "TIMEOUT: no answer. The operation may have happened. Read what it would have written"
            + " before you send it again.",
        unsure.getMessage());
  }
}
