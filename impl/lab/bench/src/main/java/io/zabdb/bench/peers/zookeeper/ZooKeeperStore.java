package io.zabdb.bench.peers.zookeeper;

import io.zabdb.bench.load.LoadStore;
import io.zabdb.model.data.Bytes;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/**
 * A session with one server of ZooKeeper; each row is a node below {@value #ROOT}. What is under
 * way when the connection breaks, fails. Thread-safe.
 */
final class ZooKeeperStore implements LoadStore {

  static final String ROOT = "/rows";

  /**
   * Anyone may do anything. ZooKeeper asks whether the list contains null, which one of {@link
   * List#of} answers by an exception.
   */
  static final List<ACL> OPEN =
      Collections.singletonList(new ACL(ZooDefs.Perms.ALL, new Id("world", "anyone")));

  private static final int ANY_VERSION = -1;

  private final ZooKeeper session;

  /**
   * @param session closed by its owner
   */
  ZooKeeperStore(ZooKeeper session) {
    this.session = session;
  }

  private static String path(Bytes row) {
    return ROOT + "/" + row.text();
  }

  private static KeeperException error(int code, String path) {
    return KeeperException.create(Code.get(code), path);
  }

  @Override
  public CompletableFuture<Long> write(Bytes row, Bytes value) {
    CompletableFuture<Long> written = new CompletableFuture<>();
    session.setData(
        path(row),
        value.array(),
        ANY_VERSION,
        (code, path, context, stat) -> {
          if (code == Code.NONODE.intValue()) {
            create(path, value, written);
          } else {
            end(written, code, path);
          }
        },
        null);
    return written;
  }

  /** A row's first write. */
  private void create(String path, Bytes value, CompletableFuture<Long> written) {
    session.create(
        path,
        value.array(),
        OPEN,
        CreateMode.PERSISTENT,
        (code, same, context, name) -> end(written, code, path),
        null);
  }

  private static void end(CompletableFuture<Long> written, int code, String path) {
    if (code == Code.OK.intValue()) {
      written.complete(UNKNOWN_EPOCH);
    } else {
      written.completeExceptionally(error(code, path));
    }
  }

  /** Sent together: a server serves what one session asks for in its order. */
  @Override
  public CompletableFuture<Optional<Bytes>> read(Bytes row) {
    String path = path(row);
    CompletableFuture<Void> synced = new CompletableFuture<>();
    session.sync(
        path,
        (code, same, context) -> {
          if (code == Code.OK.intValue()) {
            synced.complete(null);
          } else {
            synced.completeExceptionally(error(code, path));
          }
        },
        null);
    CompletableFuture<Optional<Bytes>> value = new CompletableFuture<>();
    session.getData(
        path,
        false,
        (code, same, context, data, stat) -> {
          if (code == Code.OK.intValue()) {
            value.complete(Optional.of(Bytes.wrap(data)));
          } else if (code == Code.NONODE.intValue()) {
            value.complete(Optional.empty());
          } else {
            value.completeExceptionally(error(code, path));
          }
        },
        null);
    return synced.thenCombine(value, (nothing, read) -> read);
  }
}
