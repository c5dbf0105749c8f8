package io.zabdb.replica.move;

import io.zabdb.model.data.Bytes;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that a replica has, as files that are offered to another member of its group: a directory
 * that can be {@linkplain io.zabdb.storage.engine.StorageEngine#importCheckpoint imported}.
 *
 * @param from the group of both
 * @param length how many entries of the group's log they are of
 */
public record StoreOffer(int from, long length, Bytes digest, SortedMap<String, Long> files)
    implements OfferedFiles {

  public StoreOffer {
    files = new TreeMap<>(files);
    OfferChecks.check("the store of group " + from, digest, files);
  }

  @Override
  public String what() {
    return "the store of group " + from;
  }
}
