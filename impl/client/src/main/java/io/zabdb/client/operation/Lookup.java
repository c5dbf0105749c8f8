package io.zabdb.client.operation;

import io.zabdb.client.call.Operation;
import io.zabdb.client.call.OperationKind;
import io.zabdb.client.call.Stamp;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.Token;
import io.zabdb.rpc.WireData;
import io.zabdb.rpc.wire.Get;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.util.List;

/** Reads the newest versions of a column, the newest first. */
public final class Lookup implements Operation<List<Cell>> {

  private final long token;
  private final OperationKind kind;

  /** All but where it goes. */
  private final Get get;

  /**
   * @param versions at most, 1 to 1,000,000
   * @param kind which kind of read
   */
  public Lookup(Bytes row, Column column, int versions, OperationKind kind) {
    DataLimits.checkRowKey(row.length());
    DataLimits.check("the number of versions", versions, 1, DataLimits.VERSIONS);
    token = Token.of(row.array());
    this.kind = kind;
    get =
        Get.newBuilder()
            .setRow(WireData.bytes(row))
            .setFamily(column.family())
            .setQualifier(WireData.bytes(column.qualifier()))
            .setVersions(versions)
            .setStale(kind == OperationKind.STALE_READ)
            .setSpread(kind == OperationKind.SPREAD_READ)
            .build();
  }

  @Override
  public String name() {
    return "get";
  }

  @Override
  public OperationKind kind() {
    return kind;
  }

  @Override
  public int bytes() {
    return get.getSerializedSize();
  }

  @Override
  public RingPartition place(Ring ring) {
    return ring.partitionOf(token);
  }

  @Override
  public Request.Builder request(RingPartition place, Stamp stamp) {
    return Request.newBuilder()
        .setGet(get.toBuilder().setGroup(place.group()).setPartition(place.name()));
  }

  @Override
  public List<Cell> result(RingPartition place, Response response) {
    return response.hasCells() ? WireData.cells(response.getCells().getCellsList()) : null;
  }
}
