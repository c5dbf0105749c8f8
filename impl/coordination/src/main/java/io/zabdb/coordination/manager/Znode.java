package io.zabdb.coordination.manager;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.coordination.format.StateFormat;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.data.Stat;

/**
 * A znode that was read.
 *
 * @param path its own
 * @param data its content
 * @param stat its versions and its owner
 */
record Znode(String path, byte[] data, Stat stat) {

  /**
   * Reads one, if it is there.
   *
   * @throws CoordinationException {@code TOO_LARGE}
   */
  static Optional<Znode> read(CuratorFramework client, String path) throws Exception {
    // The size comes first: the client drops the connection at what is too large for a frame.
    Stat stat = client.checkExists().forPath(path);
    if (stat == null) {
      return Optional.empty();
    }
    if (stat.getDataLength() > StateFormat.MAX) {
      throw new CoordinationException(
          ManagerError.TOO_LARGE, StateFormat.tooLarge("znode " + path, stat.getDataLength()));
    }
    try {
      Stat ofData = new Stat();
      byte[] data = client.getData().storingStatIn(ofData).forPath(path);
      return Optional.of(new Znode(path, data == null ? new byte[0] : data, ofData));
    } catch (NoNodeException e) {
      return Optional.empty();
    }
  }
}
