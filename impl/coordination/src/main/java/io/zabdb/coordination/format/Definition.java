package io.zabdb.coordination.format;

import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * What a cluster was created as, as SHA-256 in hex digits. It stays when the ring and the groups
 * change, so creating the same cluster again can be told from creating another.
 *
 * @param families all of them
 * @param ring the first
 * @param groups the first: ids and members
 */
public record Definition(String families, String ring, String groups) {

  /** Of a cluster to be created. Leaders, epochs and nodes do not count. */
  public static Definition of(ClusterState state) {
    StringBuilder groups = new StringBuilder();
    state.groups().stream()
        .sorted(Comparator.comparingInt(GroupInfo::id))
        .forEach(group -> groups.append(group.id()).append(group.nodes()).append('\n'));
    return new Definition(
        digest(StateFormat.families(state.families())),
        digest(StateFormat.ring(state.ring())),
        digest(groups.toString().getBytes(StandardCharsets.UTF_8)));
  }

  /** Names of the parts in which two definitions differ; empty if they are the same. */
  public List<String> differences(Definition other) {
    List<String> differences = new ArrayList<>();
    if (!families.equals(other.families)) {
      differences.add("families");
    }
    if (!ring.equals(other.ring)) {
      differences.add("ring");
    }
    if (!groups.equals(other.groups)) {
      differences.add("groups");
    }
    return differences;
  }

  private static String digest(byte[] data) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(data));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
