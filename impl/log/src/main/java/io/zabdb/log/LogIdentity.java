package io.zabdb.log;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Whose log it is. Each file names it, so that the files of another replica, which made other
 * promises, are never taken for one's own.
 *
 * @param cluster the cluster
 * @param group the replica group in the cluster
 * @param member the replica in the group, from 0
 */
public record LogIdentity(UUID cluster, int group, int member) {

  /** How many bytes {@link #put} writes. */
  static final int BYTES = 2 * Long.BYTES + 2 * Integer.BYTES;

  void put(ByteBuffer into) {
    into.putLong(cluster.getMostSignificantBits());
    into.putLong(cluster.getLeastSignificantBits());
    into.putInt(group);
    into.putInt(member);
  }

  static LogIdentity get(ByteBuffer from) {
    return new LogIdentity(new UUID(from.getLong(), from.getLong()), from.getInt(), from.getInt());
  }

  @Override
  public String toString() {
    return "member " + member + " of group " + group + " in cluster " + cluster;
  }
}
