package io.zabdb.client.scan;

import com.google.protobuf.ByteString;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.ScanRange;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.Token;

/**
 * How far a scan has come. It says so by tokens, not by partitions, so that partitions may split,
 * merge and move meanwhile. Immutable.
 *
 * @param after all rows up to this token are done; of a scan by tokens
 * @param next where the last page ended; empty: at the end of a partition
 * @param lastRow of the last cell seen, or null
 */
record Position(long after, ByteString next, Bytes lastRow) {

  /** Where a scan begins. */
  static Position start(ScanRange range) {
    long after = range instanceof ScanRange.Tokens tokens ? tokens.range().after() : 0;
    return new Position(after, ByteString.EMPTY, null);
  }

  /** The partition that goes on. */
  RingPartition place(ScanRange range, Ring ring) {
    if (range instanceof ScanRange.Row row) {
      return ring.partitionOf(Token.of(row.row().array()));
    }
    if (range instanceof ScanRange.Columns columns) {
      return ring.partitionOf(Token.of(columns.row().array()));
    }
    boolean isWithin = !next.isEmpty() && lastRow != null;
    return ring.partitionOf(isWithin ? Token.of(lastRow.array()) : after + 1);
  }
}
