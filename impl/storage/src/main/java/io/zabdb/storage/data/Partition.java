package io.zabdb.storage.data;

import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A partition that is stored here.
 *
 * @param name unique in this store
 * @param move how often it has moved between groups, from 0
 * @param families in the order in which a row is scanned
 * @param extents where its cells are, in the order of tokens; its own tree, unless it came of a
 *     split or a merge
 * @param sessions under which name what is remembered of sessions is recorded; its own, unless it
 *     came of a split or a merge. Others that came of the same have the same.
 */
public record Partition(
    String name, long move, List<Family> families, List<Extent> extents, String sessions) {

  public Partition {
    DataLimits.checkName("the partition", name);
    DataLimits.check("the number of the move", move, 0, Long.MAX_VALUE);
    DataLimits.check("the number of families of " + name, families.size(), 1, DataLimits.FAMILIES);
    DataLimits.check("the number of extents of " + name, extents.size(), 1, Extent.MOST);
    DataLimits.checkName("where sessions are recorded", sessions);
    families = List.copyOf(families);
    extents = List.copyOf(extents);
    Set<String> names = new HashSet<>();
    for (Family family : families) {
      if (!names.add(family.name())) {
        throw new StorageException(
            ErrorCode.INVALID_ARGUMENT, "partition " + name + " has two families " + family.name());
      }
    }
  }

  /** One that has a tree and sessions of its own. */
  public Partition(String name, long move, List<Family> families) {
    this(name, move, families, List.of(Extent.own(name, move)), name);
  }

  /** Whether it came of no split or merge. */
  public boolean isByItself() {
    return sessions.equals(name) && extents.equals(List.of(Extent.own(name, move)));
  }

  /** The place of a family among the families: its id in keys. */
  public int idOf(String family) {
    for (int id = 0; id < families.size(); id++) {
      if (families.get(id).name().equals(family)) {
        return id;
      }
    }
    throw new StorageException(
        ErrorCode.NOT_FOUND, "partition " + name + " has no family " + family);
  }
}
