package io.zabdb.storage.codec;

import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.Family;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.Birth;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardLimits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What records and commands say of groups and partitions, as bytes. What makes no sense throws
 * {@link IllegalArgumentException}, or what a reader throws.
 */
public final class ShardCodec {

  private ShardCodec() {}

  public static ByteWriter putBirth(ByteWriter out, Birth birth) {
    return out.putLong(birth.high()).putLong(birth.low());
  }

  public static Birth takeBirth(ByteReader in) {
    return new Birth(in.takeLong(), in.takeLong());
  }

  public static ByteWriter putRange(ByteWriter out, TokenRange range) {
    return out.putLong(range.after()).putLong(range.upTo());
  }

  public static TokenRange takeRange(ByteReader in) {
    return new TokenRange(in.takeLong(), in.takeLong());
  }

  public static ByteWriter putPart(ByteWriter out, PartitionId part) {
    return putRange(out.putString(part.name()), part.range());
  }

  public static PartitionId takePart(ByteReader in) {
    return new PartitionId(in.takeString(), takeRange(in));
  }

  public static ByteWriter putParts(ByteWriter out, List<PartitionId> parts) {
    out.putVarint(parts.size());
    parts.forEach(part -> putPart(out, part));
    return out;
  }

  /** At most {@link ShardLimits#PARTITIONS}. */
  public static List<PartitionId> takeParts(ByteReader in) {
    int count = in.takeCount("partitions", ShardLimits.PARTITIONS);
    List<PartitionId> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(takePart(in));
    }
    return parts;
  }

  public static ByteWriter putFamilies(ByteWriter out, List<Family> families) {
    out.putVarint(families.size());
    for (Family family : families) {
      out.putString(family.name()).putVarint(family.versions()).putVarint(family.maxAge());
    }
    return out;
  }

  /** At most {@link DataLimits#FAMILIES}. */
  public static List<Family> takeFamilies(ByteReader in) {
    int count = in.takeCount("families", DataLimits.FAMILIES);
    List<Family> families = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < count; i++) {
      Family family = new Family(in.takeString(), (int) in.takeNumber(), in.takeNumber());
      if (!names.add(family.name())) {
        throw in.malformed("two families " + family.name());
      }
      families.add(family);
    }
    return families;
  }
}
