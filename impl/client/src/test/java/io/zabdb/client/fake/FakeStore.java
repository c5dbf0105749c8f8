package io.zabdb.client.fake;

import io.zabdb.core.message.Entry;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.WireData;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Cells;
import io.zabdb.rpc.wire.Get;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Scan;
import io.zabdb.rpc.wire.Update;
import io.zabdb.rpc.wire.Updated;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.engine.CellPage;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What all replicas of all groups would have come to: one store in memory, all cells in one
 * partition of it, whatever the ring says. Remembers what was applied. Thread-safe.
 */
public final class FakeStore {

  /** The families of its clusters. */
  public static final List<Family> FAMILIES =
      List.of(Family.of("default"), new Family("history", 5, 0));

  private static final String ALL = "all";
  private static final long TIME = 1_700_000_000_000L;

  private final StorageEngine engine = TreeEngine.inMemory(new MemoryDisk());
  private final Map<Long, Long> lastSeqs = new HashMap<>();
  private final List<Update> applied = new ArrayList<>();
  private long counter;

  public FakeStore() {
    engine.createPartition(new Partition(ALL, 0, FAMILIES));
  }

  /** All updates in the order in which they came to the log; some may have had no effect. */
  public synchronized List<Update> applied() {
    return List.copyOf(applied);
  }

  /** The number of a session's last update; 0 if it is not known. */
  public synchronized long lastSeq(long session) {
    return lastSeqs.getOrDefault(session, 0L);
  }

  /** What a leader does with an update, all at once. */
  public synchronized Response.Builder update(Update update) {
    long last = lastSeq(update.getSession());
    if (update.getSeq() > last) {
      return apply(update);
    }
    try (Snapshot snapshot = engine.snapshot()) {
      Result result = snapshot.result(ALL, update.getSession(), update.getSeq());
      return result != null
          ? response(result)
          : error(ErrorCode.STALE, "the session has come to " + last + " already", false);
    }
  }

  private Response.Builder apply(Update update) {
    byte[] payload;
    try {
      payload = WireCommands.payload(update.toBuilder().setPartition(ALL).build(), TIME);
    } catch (ZabException e) {
      return error(e.code().seen(), e.problem(), false);
    }
    counter++;
    lastSeqs.put(update.getSession(), update.getSeq());
    applied.add(update);
    Entry entry = new Entry(1, counter, update.getSession(), update.getSeq(), payload);
    return response(engine.apply(List.of(entry)).get(0));
  }

  private Response.Builder response(Result result) {
    if (result instanceof Result.Refused refused) {
      return error(refused.code().seen(), refused.message(), false);
    }
    Updated.Builder updated = Updated.newBuilder().setIndex(counter);
    if (result instanceof Result.Done done) {
      updated.setDone(true).setVersion(WireData.version(done.version()));
    }
    return Response.newBuilder().setUpdated(updated);
  }

  public synchronized Response.Builder get(Get get) {
    try (Snapshot snapshot = engine.snapshot()) {
      Cells.Builder cells = Cells.newBuilder();
      snapshot
          .get(
              ALL,
              WireCommands.bytes(get.getRow()),
              get.getFamily(),
              WireCommands.bytes(get.getQualifier()),
              Math.max(1, get.getVersions()))
          .forEach(cell -> cells.addCells(WireData.cell(cell)));
      return Response.newBuilder().setCells(cells);
    } catch (ZabException e) {
      return error(e.code().seen(), e.problem(), false);
    }
  }

  public synchronized Response.Builder scan(Scan scan) {
    try (Snapshot snapshot = engine.snapshot()) {
      Bytes after = scan.getAfter().isEmpty() ? null : WireCommands.bytes(scan.getAfter());
      CellPage page =
          snapshot.scan(
              ALL,
              new io.zabdb.storage.engine.CellScan(
                  WireCommands.range(scan),
                  Math.max(1, scan.getVersions()),
                  scan.getMaxCells() == 0 ? 1_000 : scan.getMaxCells(),
                  scan.getMaxBytes() == 0 ? 1 << 20 : scan.getMaxBytes(),
                  after));
      Cells.Builder cells = Cells.newBuilder();
      page.cells().forEach(cell -> cells.addCells(WireData.cell(cell)));
      if (page.next() != null) {
        cells.setNext(WireCommands.bytes(page.next()));
      }
      return Response.newBuilder().setCells(cells);
    } catch (ZabException e) {
      return error(e.code().seen(), e.problem(), false);
    }
  }

  static Response.Builder error(ErrorCode code, String message, boolean mayHaveHappened) {
    return WireErrors.response(code, message, mayHaveHappened);
  }
}
