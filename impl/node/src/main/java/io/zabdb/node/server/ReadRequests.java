package io.zabdb.node.server;

import io.zabdb.budget.MemoryAccount;
import io.zabdb.core.step.Refusal;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.ScanRange;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.PointCallback;
import io.zabdb.replica.ReadCallback;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.WireData;
import io.zabdb.rpc.wire.Cells;
import io.zabdb.rpc.wire.Get;
import io.zabdb.rpc.wire.ReadPoint;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Scan;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.CellPage;
import io.zabdb.storage.engine.NoRoomException;
import io.zabdb.storage.engine.Snapshot;
import java.util.List;

/** Takes reads. Thread-safe. */
final class ReadRequests {

  /** Most values fit; what a longer one takes is known once it is found. */
  private static final long SHORT_ROOM = 64 << 10;

  /** For a page, unless its first cell alone is longer. */
  private static final long PAGE_ROOM = 1 << 20;

  /** No answer has more cells than take this. */
  private static final long MAX_ROOM = 16 << 20;

  private final Topology topology;
  private final Errors errors;
  private final NodeHits hits;
  private final ReadPoints points;
  private final long mostRoom;

  /**
   * Takes reads.
   *
   * @param hits count what is answered
   * @param answers the account of large answers
   * @param points for reads that are not the leader's to serve
   */
  ReadRequests(
      Topology topology, Errors errors, NodeHits hits, MemoryAccount answers, ReadPoints points) {
    this.topology = topology;
    this.errors = errors;
    this.hits = hits;
    this.points = points;
    mostRoom = Math.min(MAX_ROOM, answers.limit());
  }

  void handle(Get get, ReplicaDriver replica, Responder responder) {
    accept(
        get.getGroup(),
        path(get.getStale(), get.getSpread()),
        false,
        replica,
        responder,
        () -> {
          AskedPartition partition = partition(get.getGroup(), get.getPartition());
          Bytes row = row(partition, WireData.bytes(get.getRow()));
          Bytes qualifier = WireData.bytes(get.getQualifier());
          int versions = versions(get.getVersions());
          return new Asked(
              tokenOf(row),
              row,
              (snapshot, room) ->
                  Conversions.cells(
                      snapshot.get(
                          partition.name(), row, get.getFamily(), qualifier, versions, room),
                      snapshot.length()));
        });
  }

  void handle(Scan scan, ReplicaDriver replica, Responder responder) {
    accept(
        scan.getGroup(),
        path(scan.getStale(), scan.getSpread()),
        true,
        replica,
        responder,
        () -> {
          AskedPartition partition = partition(scan.getGroup(), scan.getPartition());
          ScanRange range = range(partition, scan);
          io.zabdb.storage.engine.CellScan wanted = limited(scan, range);
          Bytes row = row(range);
          return new Asked(
              row.isEmpty() ? ((ScanRange.Tokens) range).range() : tokenOf(row),
              row,
              (snapshot, room) ->
                  page(snapshot.scan(partition.name(), wanted, room), snapshot.length()));
        });
  }

  /** Tells a replica of the group what its reads must see. */
  void point(int group, ReplicaDriver replica, Responder responder) {
    replica
        .reads()
        .point(
            new PointCallback() {
              @Override
              public void point(long length) {
                responder.respond(
                    Response.newBuilder().setReadPoint(ReadPoint.newBuilder().setIndex(length)));
              }

              @Override
              public void refused(Refusal refusal, int leader) {
                responder.respond(errors.refusal(group, refusal, leader));
              }
            });
  }

  /** How a read goes to a replica. */
  private interface ReadPath {
    void take(int group, ReplicaDriver replica, ReadCallback read);
  }

  private ReadPath path(boolean stale, boolean spread) {
    if (stale) {
      return (group, replica, read) -> replica.reads().stale(read);
    }
    return spread ? points::take : (group, replica, read) -> replica.reads().linearizable(read);
  }

  /** Makes a reader of a request, and throws if the request makes no sense. */
  private interface Parsing {
    Asked parse();
  }

  /**
   * What a request asks for: these tokens, read so.
   *
   * @param row the row that they are the token of; empty: they are not of one row
   */
  private record Asked(TokenRange tokens, Bytes row, CellReader reader) {}

  /** Reads cells that take so much room at most. */
  private interface CellReader {
    Cells.Builder read(Snapshot snapshot, long room);
  }

  private void accept(
      int group,
      ReadPath path,
      boolean isLong,
      ReplicaDriver replica,
      Responder responder,
      Parsing parsing) {
    PendingRead reading;
    try {
      reading = new PendingRead(group, isLong, replica, responder, parsing.parse());
    } catch (ZabException e) {
      responder.respond(Errors.of(e));
      return;
    } catch (IllegalArgumentException e) {
      responder.respond(Errors.of(ErrorCode.INVALID_ARGUMENT, e.getMessage()));
      return;
    } catch (WrongOwnerException e) {
      responder.respond(errors.wrongOwner(group, List.of(e.asked()), e.getMessage()));
      return;
    }
    path.take(group, replica, reading);
  }

  private AskedPartition partition(int group, String name) {
    return AskedPartition.of(topology, group, name);
  }

  private static Bytes row(AskedPartition partition, Bytes row) {
    DataLimits.checkRowKey(row.length());
    partition.tokenOf(row.array());
    return row;
  }

  private static TokenRange tokenOf(Bytes row) {
    return TokenRange.of(Token.of(row.array()));
  }

  /** The row that is scanned; empty: all of some tokens. */
  private static Bytes row(ScanRange range) {
    if (range instanceof ScanRange.Row row) {
      return row.row();
    }
    return range instanceof ScanRange.Columns columns ? columns.row() : Bytes.EMPTY;
  }

  private static int versions(int asked) {
    return asked == 0 ? 1 : Math.min(asked < 0 ? Integer.MAX_VALUE : asked, Integer.MAX_VALUE);
  }

  private static ScanRange range(AskedPartition partition, Scan scan) {
    return switch (scan.getRangeCase()) {
      case TOKENS ->
          new ScanRange.Tokens(
              new TokenRange(
                  Math.max(scan.getTokens().getAfter(), partition.range().after()),
                  Math.min(scan.getTokens().getUpTo(), partition.range().upTo())));
      case ROW -> new ScanRange.Row(row(partition, WireData.bytes(scan.getRow().getRow())));
      case COLUMNS ->
          new ScanRange.Columns(
              row(partition, WireData.bytes(scan.getColumns().getRow())),
              scan.getColumns().getFamily(),
              WireData.bytes(scan.getColumns().getFrom()),
              scan.getColumns().hasTo() ? WireData.bytes(scan.getColumns().getTo()) : null);
      case RANGE_NOT_SET ->
          throw new StorageException(
              ErrorCode.INVALID_ARGUMENT, "the range of the scan is missing");
    };
  }

  private static io.zabdb.storage.engine.CellScan limited(Scan asked, ScanRange range) {
    io.zabdb.storage.engine.CellScan scan =
        io.zabdb.storage.engine.CellScan.of(range).versions(versions(asked.getVersions()));
    if (asked.getMaxCells() > 0) {
      scan = scan.pagesOf(Math.min(asked.getMaxCells(), scan.maxCells()));
    }
    if (asked.getMaxBytes() > 0) {
      scan = scan.pagesOfBytes(Math.min(asked.getMaxBytes(), scan.maxBytes()));
    }
    return asked.getAfter().isEmpty() ? scan : scan.from(WireData.bytes(asked.getAfter()));
  }

  private static Cells.Builder page(CellPage page, long index) {
    return Conversions.cells(page.cells(), index).setNext(Conversions.token(page.next()));
  }

  /**
   * A read. Before it reads it takes room for what it hopes is enough; if the cells take more, it
   * waits until there is so much, and reads again.
   */
  private final class PendingRead implements ReadCallback {

    private final int group;
    private final boolean isLong;
    private final ReplicaDriver replica;
    private final Responder responder;
    private final Asked asked;

    /** What is taken for the answer, in bytes; written before the read is handed on. */
    private volatile long room;

    PendingRead(
        int group, boolean isLong, ReplicaDriver replica, Responder responder, Asked asked) {
      this.group = group;
      this.isLong = isLong;
      this.replica = replica;
      this.responder = responder;
      this.asked = asked;
    }

    @Override
    public boolean isLong() {
      return isLong;
    }

    @Override
    public void read(Snapshot snapshot) {
      if (responder.isAbandoned()) {
        responder.respond(Errors.abandoned());
        return;
      }
      if (room == 0) {
        long hoped = isLong ? PAGE_ROOM : SHORT_ROOM;
        if (!responder.tryReserve(hoped)) {
          await(hoped);
          return;
        }
        room = hoped;
      }
      try {
        Cells.Builder cells = asked.reader().read(snapshot, room);
        hits.read(group, asked.tokens(), asked.row());
        responder.respond(Response.newBuilder().setCells(cells));
      } catch (NoRoomException e) {
        await(e.needed());
      }
    }

    /** Waits for so much room, then reads again: the same state, or a later one. */
    private void await(long bytes) {
      if (bytes > mostRoom) {
        responder.respond(
            Errors.of(
                ErrorCode.TOO_LARGE,
                "the cells have "
                    + bytes
                    + " bytes, where an answer has "
                    + mostRoom
                    + " at most: ask for fewer versions, or scan them page by page"));
        return;
      }
      responder.reserve(
          bytes,
          () -> {
            room = bytes;
            replica.reads().stale(this);
          },
          () ->
              responder.respond(
                  Errors.of(
                      ErrorCode.OVERLOADED,
                      "node "
                          + topology.node()
                          + " had no memory for an answer of "
                          + bytes
                          + " bytes in time")));
    }

    @Override
    public void refused(Refusal refusal, int leader) {
      responder.respond(errors.refusal(group, refusal, leader));
    }

    @Override
    public void failed(RuntimeException cause) {
      responder.respond(
          cause instanceof StorageException e
              ? errors.notReadable(group, asked.tokens(), e)
              : Errors.of(ErrorCode.UNAVAILABLE, "node " + topology.node() + " is closing"));
    }
  }
}
