package io.zabdb.client.operation;

import io.zabdb.client.call.Operation;
import io.zabdb.client.call.OperationKind;
import io.zabdb.client.call.Stamp;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Update;

/**
 * An update that changes nothing but passes through the log of a group, which may have no partition
 * at all. Its result says where.
 *
 * @param group of which replicas are to be moved on; one that there is
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
    return new RingPartition(name(), TokenRange.ALL, group, 0);
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
