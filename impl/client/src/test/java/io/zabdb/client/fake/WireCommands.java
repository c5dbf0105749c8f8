package io.zabdb.client.fake;

import com.google.protobuf.ByteString;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Change;
import io.zabdb.storage.command.Check;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.data.Bytes;
import io.zabdb.storage.data.Cell;
import io.zabdb.storage.data.Version;
import io.zabdb.storage.engine.ScanRange;
import io.zabdb.transport.wire.RowMutation;
import io.zabdb.transport.wire.Scan;
import io.zabdb.transport.wire.Update;

/** Requests of the protocol as a store takes them. */
final class WireCommands {

  private WireCommands() {}

  static byte[] payload(Update update, long time) {
    Action action =
        switch (update.getActionCase()) {
          case ROW_MUTATION -> mutation(update.getRowMutation());
          case CHECK_AND_MUTATE ->
              new Action.CheckAndMutate(
                  update.getCheckAndMutate().getChecksList().stream()
                      .map(WireCommands::check)
                      .toList(),
                  mutation(update.getCheckAndMutate().getMutation()));
          case BATCH ->
              new Action.Batch(
                  update.getBatch().getMutationsList().stream()
                      .map(WireCommands::mutation)
                      .toList());
          default -> throw new IllegalArgumentException("no action in " + update);
        };
    return CommandCodec.encode(new Command(update.getPartition(), time, action));
  }

  private static Action.RowMutation mutation(RowMutation wire) {
    return new Action.RowMutation(
        bytes(wire.getRow()), wire.getChangesList().stream().map(WireCommands::change).toList());
  }

  private static Change change(io.zabdb.transport.wire.Change wire) {
    return switch (wire.getChangeCase()) {
      case PUT ->
          new Change.Put(
              wire.getPut().getFamily(),
              bytes(wire.getPut().getQualifier()),
              bytes(wire.getPut().getValue()));
      case DELETE_VERSION ->
          new Change.DeleteVersion(
              wire.getDeleteVersion().getFamily(),
              bytes(wire.getDeleteVersion().getQualifier()),
              version(wire.getDeleteVersion().getVersion()));
      case DELETE_COLUMN ->
          new Change.DeleteColumn(
              wire.getDeleteColumn().getFamily(), bytes(wire.getDeleteColumn().getQualifier()));
      case DELETE_FAMILY -> new Change.DeleteFamily(wire.getDeleteFamily().getFamily());
      case DELETE_ROW -> new Change.DeleteRow();
      case CHANGE_NOT_SET -> throw new IllegalArgumentException("no change in " + wire);
    };
  }

  private static Check check(io.zabdb.transport.wire.Check wire) {
    String family = wire.getFamily();
    Bytes qualifier = bytes(wire.getQualifier());
    return switch (wire.getConditionCase()) {
      case IS_ABSENT -> new Check.IsAbsent(family, qualifier);
      case IS_PRESENT -> new Check.IsPresent(family, qualifier);
      case HAS_VALUE -> new Check.HasValue(family, qualifier, bytes(wire.getHasValue()));
      case HAS_VERSION -> new Check.HasVersion(family, qualifier, version(wire.getHasVersion()));
      case CONDITION_NOT_SET -> throw new IllegalArgumentException("no condition in " + wire);
    };
  }

  static ScanRange range(Scan wire) {
    return switch (wire.getRangeCase()) {
      case TOKENS ->
          new ScanRange.Tokens(
              new TokenRange(wire.getTokens().getAfter(), wire.getTokens().getUpTo()));
      case ROW -> new ScanRange.Row(bytes(wire.getRow().getRow()));
      case COLUMNS ->
          new ScanRange.Columns(
              bytes(wire.getColumns().getRow()),
              wire.getColumns().getFamily(),
              bytes(wire.getColumns().getFrom()),
              wire.getColumns().hasTo() ? bytes(wire.getColumns().getTo()) : null);
      case RANGE_NOT_SET -> throw new IllegalArgumentException("no range in " + wire);
    };
  }

  static io.zabdb.transport.wire.Cell cell(Cell cell) {
    return io.zabdb.transport.wire.Cell.newBuilder()
        .setRow(bytes(cell.row()))
        .setFamily(cell.family())
        .setQualifier(bytes(cell.qualifier()))
        .setVersion(version(cell.version()))
        .setTime(cell.time())
        .setValue(bytes(cell.value()))
        .build();
  }

  static io.zabdb.transport.wire.Version version(Version version) {
    return io.zabdb.transport.wire.Version.newBuilder()
        .setMove(version.move())
        .setEpoch(version.zxid().epoch())
        .setCounter(version.zxid().counter())
        .build();
  }

  private static Version version(io.zabdb.transport.wire.Version wire) {
    return new Version(
        wire.getMove(), new io.zabdb.core.message.Zxid(wire.getEpoch(), wire.getCounter()));
  }

  static Bytes bytes(ByteString bytes) {
    return Bytes.of(bytes.toByteArray());
  }

  static ByteString bytes(Bytes bytes) {
    return ByteString.copyFrom(bytes.array());
  }
}
