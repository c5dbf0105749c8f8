package io.zabdb.bench.peers.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.zabdb.bench.load.LoadStore;
import io.zabdb.model.data.Bytes;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Cassandra, through its driver, which knows all servers. Thread-safe. */
final class CassandraStore implements LoadStore {

  private final CqlSession session;
  private final PreparedStatement write;
  private final PreparedStatement read;
  private final boolean isConditional;

  private CassandraStore(
      CqlSession session, PreparedStatement write, PreparedStatement read, boolean isConditional) {
    this.session = session;
    this.write = write;
    this.read = read;
    this.isConditional = isConditional;
  }

  /**
   * Writes to a quorum and reads from a quorum.
   *
   * @param session closed by its owner
   * @param table has the columns {@code key} and {@code value}
   */
  static CassandraStore quorum(CqlSession session, String table) {
    return of(
        session,
        "INSERT INTO " + table + " (key, value) VALUES (:key, :value)",
        table,
        DefaultConsistencyLevel.QUORUM,
        false);
  }

  /**
   * Writes by lightweight transactions, and reads what those have agreed on. Rows must be there.
   *
   * @param session closed by its owner
   * @param table has the columns {@code key} and {@code value}
   */
  static CassandraStore lightweightTransactions(CqlSession session, String table) {
    return of(
        session,
        "UPDATE " + table + " SET value = :value WHERE key = :key IF EXISTS",
        table,
        DefaultConsistencyLevel.SERIAL,
        true);
  }

  private static CassandraStore of(
      CqlSession session,
      String write,
      String table,
      ConsistencyLevel reads,
      boolean isConditional) {
    SimpleStatement writing =
        SimpleStatement.newInstance(write)
            .setConsistencyLevel(DefaultConsistencyLevel.QUORUM)
            .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL);
    SimpleStatement reading =
        SimpleStatement.newInstance("SELECT value FROM " + table + " WHERE key = :key")
            .setConsistencyLevel(reads);
    return new CassandraStore(
        session, session.prepare(writing), session.prepare(reading), isConditional);
  }

  @Override
  public CompletableFuture<Long> write(Bytes row, Bytes value) {
    BoundStatement statement =
        write
            .bind()
            .setByteBuffer("key", row.asByteBuffer())
            .setByteBuffer("value", value.asByteBuffer());
    return session.executeAsync(statement).toCompletableFuture().thenApply(this::written);
  }

  private long written(AsyncResultSet result) {
    if (isConditional && !result.wasApplied()) {
      throw new NotApplied();
    }
    return UNKNOWN_EPOCH;
  }

  @Override
  public CompletableFuture<Optional<Bytes>> read(Bytes row) {
    return session
        .executeAsync(read.bind().setByteBuffer("key", row.asByteBuffer()))
        .toCompletableFuture()
        .thenApply(result -> Optional.ofNullable(result.one()).flatMap(CassandraStore::value));
  }

  private static Optional<Bytes> value(Row row) {
    return Optional.ofNullable(row.getByteBuffer("value")).map(CassandraStore::bytes);
  }

  private static Bytes bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return Bytes.wrap(bytes);
  }

  /** A row that was loaded is not there. */
  private static final class NotApplied extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
