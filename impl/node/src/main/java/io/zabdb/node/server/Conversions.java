package io.zabdb.node.server;

import com.google.protobuf.ByteString;
import io.zabdb.core.message.Zxid;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.WireData;
import io.zabdb.rpc.wire.Update;
import io.zabdb.storage.command.Action;
import java.util.List;

/** Between what clients say and what the store understands. */
final class Conversions {

  private Conversions() {}

  /**
   * The action of an update.
   *
   * @throws ZabException if there is none, or it is beyond the limits
   */
  static Action action(Update update) {
    return switch (update.getActionCase()) {
      case ROW_MUTATION -> new Action.Mutate(WireData.mutation(update.getRowMutation()));
      case CHECK_AND_MUTATE ->
          new Action.CheckAndMutate(
              update.getCheckAndMutate().getChecksList().stream().map(WireData::condition).toList(),
              WireData.mutation(update.getCheckAndMutate().getMutation()));
      case BATCH ->
          new Action.Batch(
              update.getBatch().getMutationsList().stream().map(WireData::mutation).toList());
      case NO_OPERATION, ACTION_NOT_SET -> throw WireData.missing("the action of the update");
    };
  }

  static io.zabdb.rpc.wire.Cells.Builder cells(List<Cell> cells, long index) {
    io.zabdb.rpc.wire.Cells.Builder builder = io.zabdb.rpc.wire.Cells.newBuilder().setIndex(index);
    cells.forEach(cell -> builder.addCells(WireData.cell(cell)));
    return builder;
  }

  static ByteString token(Bytes next) {
    return next == null ? ByteString.EMPTY : WireData.bytes(next);
  }

  static io.zabdb.rpc.wire.Zxid zxid(Zxid zxid) {
    return io.zabdb.rpc.wire.Zxid.newBuilder()
        .setEpoch(zxid.epoch())
        .setCounter(zxid.counter())
        .build();
  }
}
