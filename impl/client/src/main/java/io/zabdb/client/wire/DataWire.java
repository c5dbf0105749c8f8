package io.zabdb.client.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.zabdb.client.data.Bytes;
import io.zabdb.client.data.Cell;
import io.zabdb.client.data.Change;
import io.zabdb.client.data.Column;
import io.zabdb.client.data.Condition;
import io.zabdb.client.data.RowMutation;
import io.zabdb.client.data.Version;
import io.zabdb.model.ring.Token;
import io.zabdb.transport.wire.Check;
import java.time.Instant;
import java.util.List;

/** Data to and from the wire. */
public final class DataWire {

  private DataWire() {}

  /** The same bytes, not copied. */
  public static ByteString bytes(Bytes bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes.asByteBuffer());
  }

  public static Bytes bytes(ByteString bytes) {
    return Bytes.wrap(bytes.toByteArray());
  }

  /** The token of a row key. */
  public static long token(Bytes row) {
    return Token.of(row.toArray());
  }

  /** The token of the row that is changed. */
  public static long token(RowMutation mutation) {
    return token(mutation.row());
  }

  public static Version version(io.zabdb.transport.wire.Version wire) {
    return new Version(wire.getMove(), wire.getEpoch(), wire.getCounter());
  }

  private static io.zabdb.transport.wire.Version version(Version version) {
    return io.zabdb.transport.wire.Version.newBuilder()
        .setMove(version.move())
        .setEpoch(version.epoch())
        .setCounter(version.counter())
        .build();
  }

  public static List<Cell> cells(List<io.zabdb.transport.wire.Cell> wire) {
    return wire.stream().map(DataWire::cell).toList();
  }

  private static Cell cell(io.zabdb.transport.wire.Cell wire) {
    return new Cell(
        bytes(wire.getRow()),
        new Column(wire.getFamily(), bytes(wire.getQualifier())),
        version(wire.getVersion()),
        Instant.ofEpochMilli(wire.getTime()),
        bytes(wire.getValue()));
  }

  public static io.zabdb.transport.wire.RowMutation mutation(RowMutation mutation) {
    io.zabdb.transport.wire.RowMutation.Builder wire =
        io.zabdb.transport.wire.RowMutation.newBuilder().setRow(bytes(mutation.row()));
    mutation.changes().forEach(change -> wire.addChanges(change(change)));
    return wire.build();
  }

  private static io.zabdb.transport.wire.Change change(Change change) {
    io.zabdb.transport.wire.Change.Builder wire = io.zabdb.transport.wire.Change.newBuilder();
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
