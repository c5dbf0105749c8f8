package io.zabdb.client.scan;

import com.google.protobuf.ByteString;
import io.zabdb.client.call.Operation;
import io.zabdb.client.call.OperationKind;
import io.zabdb.client.call.Stamp;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.ScanRange;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.rpc.WireData;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.util.List;
import java.util.Optional;

/** Reads a page of a scan. */
final class PageRead implements Operation<PageRead.PageResult> {

  /** About the size of such a request without its row. */
  private static final int BYTES = 100;

  /**
   * @param position where to go on; empty: this was the last page
   */
  record PageResult(Page page, Optional<Position> position) {}

  private final Scan scan;
  private final Position position;
  private final OperationKind kind;

  PageRead(Scan scan, Position position, OperationKind kind) {
    this.scan = scan;
    this.position = position;
    this.kind = kind;
  }

  @Override
  public String name() {
    return "scan";
  }

  @Override
  public OperationKind kind() {
    return kind;
  }

  @Override
  public int bytes() {
    return BYTES + position.next().size();
  }

  @Override
  public RingPartition place(Ring ring) {
    return position.place(scan.range(), ring);
  }

  @Override
  public Request.Builder request(RingPartition place, Stamp stamp) {
    io.zabdb.rpc.wire.Scan.Builder wire =
        io.zabdb.rpc.wire.Scan.newBuilder()
            .setGroup(place.group())
            .setPartition(place.name())
            .setVersions(scan.versions())
            .setMaxCells(scan.pageCells())
            .setMaxBytes(scan.pageBytes())
            .setAfter(position.next())
            .setStale(kind == OperationKind.STALE_READ)
            .setSpread(kind == OperationKind.SPREAD_READ);
    if (scan.range() instanceof ScanRange.Tokens tokens) {
      wire.getTokensBuilder()
          .setAfter(Math.max(position.after(), place.range().after()))
          .setUpTo(upTo(tokens, place));
    } else if (scan.range() instanceof ScanRange.Row row) {
      wire.getRowBuilder().setRow(WireData.bytes(row.row()));
    } else if (scan.range() instanceof ScanRange.Columns columns) {
      wire.getColumnsBuilder()
          .setRow(WireData.bytes(columns.row()))
          .setFamily(columns.family())
          .setFrom(WireData.bytes(columns.from()));
      if (columns.to() != null) {
        wire.getColumnsBuilder().setTo(WireData.bytes(columns.to()));
      }
    }
    return Request.newBuilder().setScan(wire);
  }

  private static long upTo(ScanRange.Tokens tokens, RingPartition place) {
    return Math.min(tokens.range().upTo(), place.range().upTo());
  }

  @Override
  public PageResult result(RingPartition place, Response response) {
    if (!response.hasCells()) {
      return null;
    }
    List<Cell> cells = WireData.cells(response.getCells().getCellsList());
    Bytes lastRow = cells.isEmpty() ? position.lastRow() : cells.get(cells.size() - 1).row();
    Optional<Position> behind = Optional.empty();
    if (!response.getCells().getNext().isEmpty()) {
      behind = Optional.of(new Position(position.after(), response.getCells().getNext(), lastRow));
    } else if (scan.range() instanceof ScanRange.Tokens tokens
        && upTo(tokens, place) < tokens.range().upTo()) {
      Position nextPartition = new Position(upTo(tokens, place), ByteString.EMPTY, lastRow);
      behind = Optional.of(nextPartition);
    }
    return new PageResult(new Page(cells), behind);
  }
}
