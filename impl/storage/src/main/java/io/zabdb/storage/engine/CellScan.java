package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.ScanRange;

/**
 * What to scan, and how much of it at once.
 *
 * @param versions how many of each column at most, the newest; at least 1
 * @param maxCells in a page, at least 1
 * @param maxBytes of values in a page, at least 1; the last cell may exceed it
 * @param after what the page before gave as {@link CellPage#next}; null: from the start
 */
public record CellScan(ScanRange range, int versions, int maxCells, long maxBytes, Bytes after) {

  private static final int MAX_CELLS = 10_000;
  private static final long MAX_BYTES = 16 << 20;

  public CellScan {
    DataLimits.check("the versions of a scan", versions, 1, Integer.MAX_VALUE);
    DataLimits.check("the cells of a page", maxCells, 1, MAX_CELLS);
    DataLimits.check("the bytes of a page", maxBytes, 1, MAX_BYTES);
  }

  /** The newest versions, in the largest pages. */
  public static CellScan of(ScanRange range) {
    return new CellScan(range, 1, MAX_CELLS, MAX_BYTES, null);
  }

  /** Up to so many versions of each column. */
  public CellScan versions(int most) {
    return new CellScan(range, most, maxCells, maxBytes, after);
  }

  /** Pages of at most so many cells. */
  public CellScan pagesOf(int cells) {
    return new CellScan(range, versions, cells, maxBytes, after);
  }

  /** Pages of about at most so many bytes. */
  public CellScan pagesOfBytes(long bytes) {
    return new CellScan(range, versions, maxCells, bytes, after);
  }

  /** The page behind the one that gave this token. */
  public CellScan from(Bytes next) {
    return new CellScan(range, versions, maxCells, maxBytes, next);
  }
}
