package io.zabdb.storage.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Action.Batch;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class LimitsTest {

  private static final List<Change> DELETE = List.of(new Change.DeleteRow());

  private static Bytes bytes(int length) {
    return Bytes.wrap(new byte[length]);
  }

  private static void refused(ErrorCode code, String input, String limit, Executable action) {
    ZabException error = assertThrows(ZabException.class, action);
    assertEquals(code, error.code());
    assertTrue(error.problem().contains(input), error.problem());
    assertTrue(error.problem().contains(limit), error.problem());
  }

  private static void tooLarge(String input, long limit, Executable action) {
    refused(ErrorCode.TOO_LARGE, input, String.valueOf(limit), action);
  }

  @Test
  void whatIsAtTheLimitIsAccepted() {
    new RowMutation(bytes(DataLimits.ROW_KEY), DELETE);
    new Change.Put(
        new Column("f".repeat(DataLimits.NAME), bytes(DataLimits.QUALIFIER)),
        bytes(DataLimits.VALUE));
    new Command("p", DataLimits.MILLIS, new Action.Mutate(new RowMutation(bytes(1), DELETE)));
  }

  @Test
  void whatExceedsItsLimitIsNamed() {
    tooLarge(
        "row key",
        DataLimits.ROW_KEY,
        () -> new RowMutation(bytes(DataLimits.ROW_KEY + 1), DELETE));
    tooLarge(
        "qualifier",
        DataLimits.QUALIFIER,
        () -> new Change.DeleteColumn(new Column("f", bytes(DataLimits.QUALIFIER + 1))));
    tooLarge(
        "value",
        DataLimits.VALUE,
        () -> new Change.Put(new Column("f", bytes(1)), bytes(DataLimits.VALUE + 1)));
    tooLarge(
        "family", DataLimits.NAME, () -> new Change.DeleteFamily("f".repeat(DataLimits.NAME + 1)));
    tooLarge(
        "changes",
        DataLimits.PARTS,
        () ->
            new RowMutation(
                bytes(1), Collections.nCopies(DataLimits.PARTS + 1, new Change.DeleteRow())));
    tooLarge("versions", DataLimits.VERSIONS, () -> new Family("f", DataLimits.VERSIONS + 1, 0));
    tooLarge(
        "time",
        DataLimits.MILLIS,
        () ->
            new Command(
                "p", DataLimits.MILLIS + 1, new Action.Mutate(new RowMutation(bytes(1), DELETE))));
  }

  @Test
  void aCommandAsAWholeHasALimit() {
    RowMutation large =
        new RowMutation(
            bytes(1), List.of(new Change.Put(new Column("f", bytes(1)), bytes(DataLimits.VALUE))));
    Command command = new Command("p", 0, new Batch(Collections.nCopies(4, large)));
    tooLarge("command", DataLimits.COMMAND, () -> CommandCodec.encode(command));
  }

  @Test
  void whatIsTooSmallIsNamed() {
    refused(ErrorCode.INVALID_ARGUMENT, "row key", "1", () -> new RowMutation(Bytes.EMPTY, DELETE));
    refused(ErrorCode.INVALID_ARGUMENT, "changes", "1", () -> new RowMutation(bytes(1), List.of()));
    refused(ErrorCode.INVALID_ARGUMENT, "versions", "1", () -> new Family("f", 0, 0));
    refused(ErrorCode.INVALID_ARGUMENT, "families", "1", () -> new Partition("p", 0, List.of()));
  }

  @Test
  void namesAreCheckedForEachCharacter() {
    Family.of("aZ09_-.");
    refused(ErrorCode.INVALID_ARGUMENT, "family", "a/b", () -> Family.of("a/b"));
    refused(
        ErrorCode.INVALID_ARGUMENT,
        "two families",
        "f",
        () -> new Partition("p", 0, List.of(Family.of("f"), Family.of("f"))));
  }
}
