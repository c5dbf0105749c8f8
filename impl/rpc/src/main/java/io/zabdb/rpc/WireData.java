package io.zabdb.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Check;
import java.util.List;

/** Data to and from the wire. */
public final class WireData {

  private WireData() {}

  /** The same bytes, not copied. */
  public static ByteString bytes(Bytes bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes.array());
  }

  public static Bytes bytes(ByteString bytes) {
    return Bytes.wrap(bytes.toByteArray());
  }

  public static Version version(io.zabdb.rpc.wire.Version wire) {
    return new Version(wire.getMove(), wire.getEpoch(), wire.getCounter());
  }

  public static io.zabdb.rpc.wire.Version version(Version version) {
    return io.zabdb.rpc.wire.Version.newBuilder()
        .setMove(version.move())
        .setEpoch(version.epoch())
        .setCounter(version.counter())
        .build();
  }

  public static io.zabdb.rpc.wire.Cell cell(Cell cell) {
    return io.zabdb.rpc.wire.Cell.newBuilder()
        .setRow(bytes(cell.row()))
        .setFamily(cell.column().family())
        .setQualifier(bytes(cell.column().qualifier()))
        .setVersion(version(cell.version()))
        .setTime(cell.millis())
        .setValue(bytes(cell.value()))
        .build();
  }

  public static List<Cell> cells(List<io.zabdb.rpc.wire.Cell> wire) {
    return wire.stream().map(WireData::cell).toList();
  }

  private static Cell cell(io.zabdb.rpc.wire.Cell wire) {
    return new Cell(
        bytes(wire.getRow()),
        column(wire.getFamily(), wire.getQualifier()),
        version(wire.getVersion()),
        wire.getTime(),
        bytes(wire.getValue()));
  }

  private static Column column(String family, ByteString qualifier) {
    return new Column(family, bytes(qualifier));
  }

  /**
   * A row mutation.
   *
   * @throws ZabException if it makes no sense, or is beyond the limits
   */
  public static RowMutation mutation(io.zabdb.rpc.wire.RowMutation wire) {
    return new RowMutation(
        bytes(wire.getRow()), wire.getChangesList().stream().map(WireData::change).toList());
  }

  private static Change change(io.zabdb.rpc.wire.Change wire) {
    return switch (wire.getChangeCase()) {
      case PUT ->
          new Change.Put(
              column(wire.getPut().getFamily(), wire.getPut().getQualifier()),
              bytes(wire.getPut().getValue()));
      case DELETE_VERSION ->
          new Change.DeleteVersion(
              column(wire.getDeleteVersion().getFamily(), wire.getDeleteVersion().getQualifier()),
              version(wire.getDeleteVersion().getVersion()));
      case DELETE_COLUMN ->
          new Change.DeleteColumn(
              column(wire.getDeleteColumn().getFamily(), wire.getDeleteColumn().getQualifier()));
      case DELETE_FAMILY -> new Change.DeleteFamily(wire.getDeleteFamily().getFamily());
      case DELETE_ROW -> new Change.DeleteRow();
      case CHANGE_NOT_SET -> throw missing("what a change does");
    };
  }

  /**
   * A condition.
   *
   * @throws ZabException if it makes no sense, or is beyond the limits
   */
  public static Condition condition(Check wire) {
    Column column = column(wire.getFamily(), wire.getQualifier());
    return switch (wire.getConditionCase()) {
      case IS_ABSENT -> new Condition.Absent(column);
      case IS_PRESENT -> new Condition.Present(column);
      case HAS_VALUE -> new Condition.HasValue(column, bytes(wire.getHasValue()));
      case HAS_VERSION -> new Condition.HasVersion(column, version(wire.getHasVersion()));
      case CONDITION_NOT_SET -> throw missing("the condition of a check");
    };
  }

  /** An error that says that something is missing. */
  public static ZabException missing(String what) {
    return ZabException.of(ErrorCode.INVALID_ARGUMENT, what + " is missing");
  }

  public static io.zabdb.rpc.wire.RowMutation mutation(RowMutation mutation) {
    io.zabdb.rpc.wire.RowMutation.Builder wire =
        io.zabdb.rpc.wire.RowMutation.newBuilder().setRow(bytes(mutation.row()));
    mutation.changes().forEach(change -> wire.addChanges(change(change)));
    return wire.build();
  }

  private static io.zabdb.rpc.wire.Change change(Change change) {
    io.zabdb.rpc.wire.Change.Builder wire = io.zabdb.rpc.wire.Change.newBuilder();
    if (change instanceof Change.Put put) {
      wire.getPutBuilder()
          .setFamily(put.column().family())
          .setQualifier(bytes(put.column().qualifier()))
          .setValue(bytes(put.value()));
    } else if (change instanceof Change.DeleteVersion delete) {
      wire.getDeleteVersionBuilder()
          .setFamily(delete.column().family())
          .setQualifier(bytes(delete.column().qualifier()))
          .setVersion(version(delete.version()));
    } else if (change instanceof Change.DeleteColumn delete) {
      wire.getDeleteColumnBuilder()
          .setFamily(delete.column().family())
          .setQualifier(bytes(delete.column().qualifier()));
    } else if (change instanceof Change.DeleteFamily delete) {
      wire.getDeleteFamilyBuilder().setFamily(delete.family());
    } else {
      wire.getDeleteRowBuilder();
    }
    return wire.build();
  }

  public static Check check(Condition condition) {
    Check.Builder wire =
        Check.newBuilder()
            .setFamily(condition.column().family())
            .setQualifier(bytes(condition.column().qualifier()));
    if (condition instanceof Condition.Absent) {
      wire.setIsAbsent(Check.Nothing.getDefaultInstance());
    } else if (condition instanceof Condition.Present) {
      wire.setIsPresent(Check.Nothing.getDefaultInstance());
    } else if (condition instanceof Condition.HasValue has) {
      wire.setHasValue(bytes(has.value()));
    } else if (condition instanceof Condition.HasVersion has) {
      wire.setHasVersion(version(has.version()));
    }
    return wire.build();
  }
}
