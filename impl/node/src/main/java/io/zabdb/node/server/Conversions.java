package io.zabdb.node.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.zabdb.core.message.Zxid;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Change;
import io.zabdb.storage.command.Check;
import io.zabdb.storage.data.Bytes;
import io.zabdb.storage.data.Cell;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.data.Version;
import io.zabdb.transport.wire.Update;
import java.util.List;

/** Between what clients say and what the store understands. */
final class Conversions {

  private Conversions() {}

  static Bytes bytes(ByteString string) {
    return Bytes.of(string.toByteArray());
  }

  private static ByteString string(Bytes bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes.array());
  }

  /**
   * The action of an update.
   *
   * @throws StorageException if there is none, or it is beyond the limits
   */
  static Action action(Update update) {
    return switch (update.getActionCase()) {
      case ROW_MUTATION -> mutation(update.getRowMutation());
      case CHECK_AND_MUTATE ->
          new Action.CheckAndMutate(
              update.getCheckAndMutate().getChecksList().stream().map(Conversions::check).toList(),
              mutation(update.getCheckAndMutate().getMutation()));
      case BATCH ->
          new Action.Batch(
              update.getBatch().getMutationsList().stream().map(Conversions::mutation).toList());
      case NO_OPERATION, ACTION_NOT_SET -> throw missing("the action of the update");
    };
  }

  private static StorageException missing(String what) {
    return new StorageException(ErrorCode.INVALID_ARGUMENT, what + " is missing");
  }

  private static Action.RowMutation mutation(io.zabdb.transport.wire.RowMutation mutation) {
    return new Action.RowMutation(
        bytes(mutation.getRow()),
        mutation.getChangesList().stream().map(Conversions::change).toList());
  }

  private static Change change(io.zabdb.transport.wire.Change change) {
    return switch (change.getChangeCase()) {
      case PUT ->
          new Change.Put(
              change.getPut().getFamily(),
              bytes(change.getPut().getQualifier()),
              bytes(change.getPut().getValue()));
      case DELETE_VERSION ->
          new Change.DeleteVersion(
              change.getDeleteVersion().getFamily(),
              bytes(change.getDeleteVersion().getQualifier()),
              version(change.getDeleteVersion().getVersion()));
      case DELETE_COLUMN ->
          new Change.DeleteColumn(
              change.getDeleteColumn().getFamily(), bytes(change.getDeleteColumn().getQualifier()));
      case DELETE_FAMILY -> new Change.DeleteFamily(change.getDeleteFamily().getFamily());
      case DELETE_ROW -> new Change.DeleteRow();
      case CHANGE_NOT_SET -> throw missing("what a change does");
    };
  }

  private static Check check(io.zabdb.transport.wire.Check check) {
    String family = check.getFamily();
    Bytes qualifier = bytes(check.getQualifier());
    return switch (check.getConditionCase()) {
      case IS_ABSENT -> new Check.IsAbsent(family, qualifier);
      case IS_PRESENT -> new Check.IsPresent(family, qualifier);
      case HAS_VALUE -> new Check.HasValue(family, qualifier, bytes(check.getHasValue()));
      case HAS_VERSION -> new Check.HasVersion(family, qualifier, version(check.getHasVersion()));
      case CONDITION_NOT_SET -> throw missing("the condition of a check");
    };
  }

  private static Version version(io.zabdb.transport.wire.Version version) {
    return new Version(version.getMove(), new Zxid(version.getEpoch(), version.getCounter()));
  }

  static io.zabdb.transport.wire.Version version(Version version) {
    return io.zabdb.transport.wire.Version.newBuilder()
        .setMove(version.move())
        .setEpoch(version.zxid().epoch())
        .setCounter(version.zxid().counter())
        .build();
  }

  static io.zabdb.transport.wire.Cell cell(Cell cell) {
    return io.zabdb.transport.wire.Cell.newBuilder()
        .setRow(string(cell.row()))
        .setFamily(cell.family())
        .setQualifier(string(cell.qualifier()))
        .setVersion(version(cell.version()))
        .setTime(cell.time())
        .setValue(string(cell.value()))
        .build();
  }

  static io.zabdb.transport.wire.Cells.Builder cells(List<Cell> cells, long index) {
    io.zabdb.transport.wire.Cells.Builder builder =
        io.zabdb.transport.wire.Cells.newBuilder().setIndex(index);
    cells.forEach(cell -> builder.addCells(cell(cell)));
    return builder;
  }

  static ByteString token(Bytes next) {
    return next == null ? ByteString.EMPTY : string(next);
  }

  static io.zabdb.transport.wire.Zxid zxid(Zxid zxid) {
    return io.zabdb.transport.wire.Zxid.newBuilder()
        .setEpoch(zxid.epoch())
        .setCounter(zxid.counter())
        .build();
  }
}
