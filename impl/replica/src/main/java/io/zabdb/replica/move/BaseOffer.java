package io.zabdb.replica.move;

import io.zabdb.model.data.Bytes;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Files of a partition that are offered to the members of the group to which it moves: a directory
 * that can be {@linkplain io.zabdb.storage.engine.StorageEngine#receive received}.
 *
 * @param partition its name
 * @param attempt in which it moves
 * @param least whoever is offered them counts as having them once it has applied so many entries of
 *     its log and {@linkplain MoveTaker#isWhole lacks} nothing; 0: whatever it has applied
 */
public record BaseOffer(
    int from,
    String partition,
    long attempt,
    Bytes digest,
    SortedMap<String, Long> files,
    long least)
    implements OfferedFiles {

  public BaseOffer {
    files = new TreeMap<>(files);
    OfferChecks.check("partition " + partition, digest, files);
  }

  /** Whoever has them has them. */
  public BaseOffer(
      int from, String partition, long attempt, Bytes digest, SortedMap<String, Long> files) {
    this(from, partition, attempt, digest, files, 0);
  }

  /** The same, for whoever has applied so many entries. */
  public BaseOffer behind(long length) {
    return new BaseOffer(from, partition, attempt, digest, files, length);
  }

  @Override
  public String what() {
    return "partition " + partition;
  }
}
