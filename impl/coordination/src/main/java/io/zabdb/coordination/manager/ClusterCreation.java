package io.zabdb.coordination.manager;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.coordination.format.Definition;
import io.zabdb.coordination.format.Identity;
import io.zabdb.coordination.format.Rules;
import io.zabdb.coordination.format.StateFormat;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException.NodeExistsException;

/** Makes all znodes of a new cluster, in one transaction; and those again that were lost. */
final class ClusterCreation implements ZooKeeperAttempt<Void> {

  private final Paths paths;
  private final Definition definition;
  private final Map<String, byte[]> znodes = new LinkedHashMap<>();

  /**
   * @throws IllegalArgumentException if it breaks {@link Rules}
   * @throws CoordinationException {@code TOO_LARGE}
   */
  ClusterCreation(ClusterState state) {
    Rules.check(state);
    paths = new Paths(state.cluster());
    definition = Definition.of(state);
    znodes.put(paths.top(), new byte[0]);
    znodes.put(paths.state(), StateFormat.identity(new Identity(state.cluster(), definition)));
    znodes.put(paths.families(), StateFormat.families(state.families()));
    znodes.put(paths.ring(), StateFormat.ring(state.ring()));
    znodes.put(paths.groups(), new byte[0]);
    for (GroupInfo group : state.groups()) {
      znodes.put(paths.group(group.id()), StateFormat.group(group));
    }
    znodes.put(paths.nodes(), new byte[0]);
    requireSize();
  }

  private void requireSize() {
    // Each request of a transaction has a header and an access list, less than 64 bytes.
    long size =
        znodes.entrySet().stream()
            .mapToLong(znode -> znode.getKey().length() + znode.getValue().length + 64L)
            .sum();
    if (size > StateFormat.MAX) {
      throw new CoordinationException(
          ManagerError.TOO_LARGE,
          StateFormat.tooLarge("the definition of cluster " + paths.cluster(), size));
    }
  }

  @Override
  public Void run(CuratorFramework client) throws Exception {
    try {
      client.create().creatingParentsIfNeeded().forPath(Paths.ROOT, new byte[0]);
    } catch (NodeExistsException e) {
      // As it should be, from the second cluster on.
    }
    List<CuratorOp> creations = new ArrayList<>();
    for (Map.Entry<String, byte[]> znode : znodes.entrySet()) {
      creations.add(client.transactionOp().create().forPath(znode.getKey(), znode.getValue()));
    }
    try {
      client.transaction().forOperations(creations);
    } catch (NodeExistsException e) {
      requireSame(client);
    }
    return null;
  }

  /**
   * Makes those znodes again that are missing, one by one, and leaves the others as they are.
   *
   * @return how many were made
   * @throws CoordinationException {@code OTHER_DEFINITION} if the cluster is there, and another one
   */
  int restore(CuratorFramework client) throws Exception {
    if (client.checkExists().forPath(paths.state()) != null) {
      requireSame(client);
    }
    int made = 0;
    for (Map.Entry<String, byte[]> znode : znodes.entrySet()) {
      if (client.checkExists().forPath(znode.getKey()) == null) {
        made += isMade(client, znode.getKey(), znode.getValue()) ? 1 : 0;
      }
    }
    return made;
  }

  /** Makes a znode, unless it is there; whether it did. */
  static boolean isMade(CuratorFramework client, String path, byte[] data) throws Exception {
    try {
      client.create().creatingParentsIfNeeded().forPath(path, data);
      return true;
    } catch (NodeExistsException e) {
      // Another process was faster.
      return false;
    }
  }

  private void requireSame(CuratorFramework client) throws Exception {
    Znode state =
        Znode.read(client, paths.state())
            .orElseThrow(
                () ->
                    new CoordinationException(
                        ManagerError.MALFORMED, "znode " + paths.state() + " is missing"));
    List<String> differences =
        StateFormat.identity(state.path(), state.data()).definition().differences(definition);
    if (!differences.isEmpty()) {
      throw new CoordinationException(
          ManagerError.OTHER_DEFINITION,
          "cluster "
              + paths.cluster()
              + " was created with other "
              + String.join(", ", differences));
    }
  }
}
