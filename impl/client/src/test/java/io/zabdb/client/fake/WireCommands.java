package io.zabdb.client.fake;

import com.google.protobuf.ByteString;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.ScanRange;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.rpc.WireData;
import io.zabdb.rpc.wire.Scan;
import io.zabdb.rpc.wire.Update;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;

/** Requests of the protocol as a store takes them. */
final class WireCommands {

  private WireCommands() {}

  static byte[] payload(Update update, long time) {
    Action action =
        switch (update.getActionCase()) {
          case ROW_MUTATION -> new Action.Mutate(WireData.mutation(update.getRowMutation()));
          case CHECK_AND_MUTATE ->
              new Action.CheckAndMutate(
                  update.getCheckAndMutate().getChecksList().stream()
                      .map(WireData::condition)
                      .toList(),
                  WireData.mutation(update.getCheckAndMutate().getMutation()));
          case BATCH ->
              new Action.Batch(
                  update.getBatch().getMutationsList().stream().map(WireData::mutation).toList());
          default -> throw new IllegalArgumentException("no action in " + update);
        };
    return CommandCodec.encode(new Command(update.getPartition(), time, action));
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

  static Bytes bytes(ByteString bytes) {
    return Bytes.wrap(bytes.toByteArray());
  }

  static ByteString bytes(Bytes bytes) {
    return ByteString.copyFrom(bytes.array());
  }
}
