package io.zabdb.coordination.format;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.UUID;

/** The JSON documents, as {@code docs/configuration-manager.md} shows them. */
final class Documents {

  private Documents() {}

  /** The path's {@code system_state}: the cluster, and what it was created as. */
  record IdentityDocument(int format, UUID cluster, Definition definition) {}

  record Families(int format, List<FamilyDocument> families) {}

  record FamilyDocument(String name, int versions, long maxAge) {}

  /** The ranges follow each other, so each names only its last token. */
  record RingOfRows(int format, long version, List<RowDocument> partitions) {}

  /** An array, so that 10,000 of them fit. */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"name", "upTo", "group", "move"})
  record RowDocument(String name, long upTo, int group, long move) {}

  record GroupDocument(int format, int id, List<Integer> nodes, int leaderNode, long epoch) {}

  record NodeDocument(
      int format,
      int id,
      String host,
      int port,
      long process,
      int httpPort,
      long load,
      UUID instance) {}

  record BalanceDocument(
      int format,
      boolean on,
      double nodeHits,
      int every,
      boolean sharding,
      long partitionBytes,
      UpkeepDocument groups) {}

  /** As it was before the balancer did anything with groups. */
  record GrouplessBalanceDocument(
      int format, boolean on, double nodeHits, int every, boolean sharding) {}

  /** What was added next. */
  record PartitionBytesDocument(int format, long partitionBytes) {}

  record UpkeepDocument(boolean on, boolean softZones, int dead, List<Integer> leaving) {}

  record SeatDocument(int format, int node) {}
}
