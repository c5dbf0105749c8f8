package io.zabdb.client.scan;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.ScanRange;
import io.zabdb.model.ring.TokenRange;

/**
 * What to scan, and how much of it at once. Immutable.
 *
 * @param versions of each column at most, the newest first; 1 to 1,000,000
 * @param pageCells in a page at most, 1 to 10,000
 * @param pageBytes of values in a page about at most, 1 to 16 MiB
 * @param prefetch how many pages may be ready before they are asked for, 1 to 100
 */
public record Scan(ScanRange range, int versions, int pageCells, int pageBytes, int prefetch) {

  private static final int MAX_CELLS = 10_000;
  private static final int MAX_BYTES = 16 << 20;
  private static final int MAX_PREFETCH = 100;

  private static final int DEFAULT_CELLS = 1_000;
  private static final int DEFAULT_BYTES = 1 << 20;

  public Scan {
    DataLimits.check("the versions of a scan", versions, 1, DataLimits.VERSIONS);
    DataLimits.check("the cells of a page", pageCells, 1, MAX_CELLS);
    DataLimits.check("the bytes of a page", pageBytes, 1, MAX_BYTES);
    DataLimits.check("the pages fetched ahead", prefetch, 1, MAX_PREFETCH);
  }

  /** The newest versions of a range, in pages of 1,000 cells or 1 MiB, one of them ahead. */
  public static Scan of(ScanRange range) {
    return new Scan(range, 1, DEFAULT_CELLS, DEFAULT_BYTES, 1);
  }

  /** All rows, in the order of their tokens. */
  public static Scan all() {
    return of(new ScanRange.Tokens(TokenRange.ALL));
  }

  /** All columns of a row. */
  public static Scan row(Bytes row) {
    return of(new ScanRange.Row(row));
  }

  /** All columns of a row. */
  public static Scan row(String row) {
    return row(Bytes.of(row));
  }

  /** All columns of a family in a row. */
  public static Scan family(Bytes row, String family) {
    return of(new ScanRange.Columns(row, family, Bytes.EMPTY, null));
  }

  /** Columns of a family in a row, from a qualifier to before another. */
  public static Scan columns(Bytes row, String family, Bytes from, Bytes to) {
    return of(new ScanRange.Columns(row, family, from, to));
  }

  /** Up to so many versions of each column. */
  public Scan versions(int most) {
    return new Scan(range, most, pageCells, pageBytes, prefetch);
  }

  /** Pages of at most so many cells. */
  public Scan pagesOf(int cells) {
    return new Scan(range, versions, cells, pageBytes, prefetch);
  }

  /** Pages of about at most so many bytes of values. */
  public Scan pagesOfBytes(int bytes) {
    return new Scan(range, versions, pageCells, bytes, prefetch);
  }

  /** At most so many pages ahead. */
  public Scan prefetch(int pages) {
    return new Scan(range, versions, pageCells, pageBytes, pages);
  }
}
