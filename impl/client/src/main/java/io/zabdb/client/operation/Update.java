package io.zabdb.client.operation;

import io.zabdb.client.call.Operation;
import io.zabdb.client.call.OperationKind;
import io.zabdb.client.call.Stamp;
import io.zabdb.model.data.CheckResult;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.Token;
import io.zabdb.rpc.WireData;
import io.zabdb.rpc.wire.Batch;
import io.zabdb.rpc.wire.CheckAndMutate;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Updated;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * An update of one partition.
 *
 * @param <T> of the result
 */
public final class Update<T> implements Operation<T> {

  private final String name;
  private final long[] tokens;

  /** Everything except its destination and its client. */
  private final io.zabdb.rpc.wire.Update action;

  private final Function<Updated, T> result;
  private final int bytes;

  private Update(
      String name,
      List<RowMutation> mutations,
      io.zabdb.rpc.wire.Update.Builder action,
      Function<Updated, T> result) {
    this.name = name;
    tokens = mutations.stream().mapToLong(mutation -> Token.of(mutation.row().array())).toArray();
    this.action = action.build();
    this.result = result;
    bytes = this.action.getSerializedSize();
    DataLimits.check("the command's length in bytes", bytes, 0, DataLimits.COMMAND);
  }

  /** Changes a row. */
  public static Update<Version> row(String name, RowMutation mutation) {
    return new Update<>(
        name,
        List.of(mutation),
        newAction().setRowMutation(WireData.mutation(mutation)),
        updated -> WireData.version(updated.getVersion()));
  }

  /** Changes a row if all conditions hold of it: 1 to 100,000. */
  public static Update<CheckResult> checked(List<Condition> conditions, RowMutation mutation) {
    DataLimits.check("the number of checks", conditions.size(), 1, DataLimits.PARTS);
    CheckAndMutate.Builder check =
        CheckAndMutate.newBuilder().setMutation(WireData.mutation(mutation));
    conditions.forEach(condition -> check.addChecks(WireData.check(condition)));
    return new Update<>(
        "check-and-mutate",
        List.of(mutation),
        newAction().setCheckAndMutate(check),
        updated ->
            new CheckResult(
                updated.getDone()
                    ? Optional.of(WireData.version(updated.getVersion()))
                    : Optional.empty()));
  }

  /** Changes rows of one partition, 1 to 100,000. */
  public static Update<Version> batch(List<RowMutation> mutations) {
    DataLimits.check("the number of mutations in a batch", mutations.size(), 1, DataLimits.PARTS);
    Batch.Builder batch = Batch.newBuilder();
    mutations.forEach(mutation -> batch.addMutations(WireData.mutation(mutation)));
    return new Update<>(
        "batch",
        mutations,
        newAction().setBatch(batch),
        updated -> WireData.version(updated.getVersion()));
  }

  private static io.zabdb.rpc.wire.Update.Builder newAction() {
    return io.zabdb.rpc.wire.Update.newBuilder();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public OperationKind kind() {
    return OperationKind.UPDATE;
  }

  @Override
  public int bytes() {
    return bytes;
  }

  @Override
  public RingPartition place(Ring ring) {
    RingPartition place = ring.partitionOf(tokens[0]);
    for (long token : tokens) {
      if (!place.range().contains(token)) {
        throw ZabException.of(
            ErrorCode.INVALID_ARGUMENT,
            "the rows of the batch are in several partitions, "
                + place.name()
                + " and "
                + ring.partitionOf(token).name()
                + " among them, but a batch is atomic in one partition; splitByPartition makes"
                + " one batch for each");
      }
    }
    return place;
  }

  @Override
  public Request.Builder request(RingPartition place, Stamp stamp) {
    io.zabdb.rpc.wire.Update.Builder update =
        action.toBuilder()
            .setGroup(place.group())
            .setPartition(place.name())
            .setSession(stamp.session())
            .setSeq(stamp.seq());
    stamp.opened().ifPresent(update::setOpened);
    return Request.newBuilder().setUpdate(update);
  }

  @Override
  public T result(RingPartition place, Response response) {
    return response.hasUpdated() ? result.apply(response.getUpdated()) : null;
  }
}
