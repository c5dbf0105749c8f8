package io.zabdb.client.operation;

import io.zabdb.client.call.Operation;
import io.zabdb.client.call.OperationKind;
import io.zabdb.client.call.Stamp;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Update;

/**
 * An update that changes nothing but passes through the log of a group. Its result says where.
 *
 * @param group of which replicas are to be moved on
 */
public record NoOperation(int group) implements Operation<Long> {

  /** Of a request, about. */
  private static final int BYTES = 64;

  @Override
  public String name() {
    return "no-operation";
  }

  @Override
  public OperationKind kind() {
    return OperationKind.UPDATE;
  }

  @Override
  public int bytes() {
    return BYTES;
  }

  @Override
  public RingPartition place(Ring ring) {
    return ring.partitions().stream()
        .filter(partition -> partition.group() == group)
        .findFirst()
        .orElseThrow(
            () -> ZabException.of(ErrorCode.NOT_FOUND, "group " + group + " owns no partition"));
  }

  @Override
  public Request.Builder request(RingPartition place, Stamp stamp) {
    return Request.newBuilder()
        .setUpdate(
            Update.newBuilder()
                .setGroup(group)
                .setPartition(place.name())
                .setSession(stamp.session())
                .setSeq(stamp.seq())
                .setNoOperation(io.zabdb.rpc.wire.NoOperation.getDefaultInstance()));
  }

  @Override
  public Long result(RingPartition place, Response response) {
    return response.hasUpdated() ? (Long) response.getUpdated().getIndex() : null;
  }
}
