package io.zabdb.coordination.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Encodes and decodes what znodes hold: {@code docs/configuration-manager.md}. Unknown fields are
 * ignored, so that later versions can add some; another format number is refused.
 *
 * <p>Decoding throws {@link CoordinationException} {@code MALFORMED} or {@code TOO_LARGE} with the
 * path; encoding throws {@link IllegalArgumentException} for what breaks {@link Rules}.
 */
public final class StateFormat {

  /** The most bytes of a znode; ZooKeeper takes 1,048,575 with path and header. */
  public static final int MAX = 1_000_000;

  private static final int FORMAT = 1;

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  private StateFormat() {}

  public static byte[] identity(Identity identity) {
    return write(new Documents.IdentityDocument(FORMAT, identity.cluster(), identity.definition()));
  }

  public static Identity identity(String path, byte[] data) {
    return read(
        path,
        data,
        Documents.IdentityDocument.class,
        document -> new Identity(document.cluster(), document.definition()));
  }

  public static byte[] families(List<Family> families) {
    Rules.checkFamilies(families);
    return write(
        new Documents.Families(
            FORMAT,
            families.stream()
                .map(it -> new Documents.FamilyDocument(it.name(), it.versions(), it.maxAge()))
                .toList()));
  }

  public static List<Family> families(String path, byte[] data) {
    return read(
        path,
        data,
        Documents.Families.class,
        document -> {
          List<Family> families =
              document.families().stream()
                  .map(it -> new Family(it.name(), it.versions(), it.maxAge()))
                  .toList();
          Rules.checkFamilies(families);
          return families;
        });
  }

  public static byte[] ring(Ring ring) {
    return write(
        new Documents.RingOfRows(
            FORMAT,
            ring.version(),
            ring.partitions().stream()
                .map(
                    it ->
                        new Documents.RowDocument(
                            it.name(), it.range().upTo(), it.group(), it.move()))
                .toList()));
  }

  public static Ring ring(String path, byte[] data) {
    return read(
        path,
        data,
        Documents.RingOfRows.class,
        document -> new Ring(document.version(), partitions(document.partitions())));
  }

  private static List<RingPartition> partitions(List<Documents.RowDocument> rows) {
    List<RingPartition> partitions = new ArrayList<>();
    long after = Token.MIN;
    for (Documents.RowDocument row : rows) {
      partitions.add(
          new RingPartition(
              row.name(), new TokenRange(after, row.upTo()), row.group(), row.move()));
      after = row.upTo();
    }
    return partitions;
  }

  public static byte[] group(GroupInfo group) {
    Rules.check(group);
    return write(
        new Documents.GroupDocument(
            FORMAT, group.id(), group.nodes(), group.leaderNode(), group.epoch()));
  }

  public static GroupInfo group(String path, byte[] data) {
    return read(
        path,
        data,
        Documents.GroupDocument.class,
        document -> {
          GroupInfo group =
              new GroupInfo(
                  document.id(), document.nodes(), document.leaderNode(), document.epoch());
          Rules.check(group);
          requireName(path, group.id());
          return group;
        });
  }

  public static byte[] node(RegisteredNode registered) {
    NodeInfo node = registered.node();
    Rules.check(node);
    return write(
        new Documents.NodeDocument(
            FORMAT,
            node.id(),
            node.host(),
            node.port(),
            node.process(),
            node.httpPort(),
            node.load(),
            registered.instance()));
  }

  public static RegisteredNode node(String path, byte[] data) {
    return read(
        path,
        data,
        Documents.NodeDocument.class,
        document -> {
          NodeInfo node =
              new NodeInfo(
                  document.id(),
                  document.host(),
                  document.port(),
                  document.process(),
                  document.httpPort(),
                  document.load());
          Rules.check(node);
          requireName(path, node.id());
          return new RegisteredNode(node, document.instance());
        });
  }

  public static byte[] balance(BalanceSettings settings) {
    GroupUpkeep groups = settings.groups();
    return write(
        new Documents.BalanceDocument(
            FORMAT,
            settings.isOn(),
            settings.nodeHits(),
            settings.everySeconds(),
            settings.partitions().isOn(),
            settings.partitions().mostBytes(),
            new Documents.UpkeepDocument(
                groups.isOn(),
                groups.softZones(),
                groups.deadSeconds(),
                groups.leaving().stream().sorted().toList())));
  }

  public static BalanceSettings balance(String path, byte[] data) {
    GroupUpkeep groups =
        says(path, data, "groups")
            ? read(
                path, data, Documents.BalanceDocument.class, document -> upkeep(document.groups()))
            : GroupUpkeep.NONE;
    long partitionBytes =
        says(path, data, "partitionBytes")
            ? read(
                path,
                data,
                Documents.PartitionBytesDocument.class,
                Documents.PartitionBytesDocument::partitionBytes)
            : PartitionUpkeep.USUAL_BYTES;
    return read(
        path,
        data,
        Documents.GrouplessBalanceDocument.class,
        document ->
            new BalanceSettings(
                document.on(),
                document.nodeHits(),
                document.every(),
                new PartitionUpkeep(document.sharding(), partitionBytes),
                groups));
  }

  private static boolean says(String path, byte[] data, String field) {
    return read(path, data, JsonNode.class, document -> document.has(field));
  }

  private static GroupUpkeep upkeep(Documents.UpkeepDocument document) {
    return new GroupUpkeep(
        document.on(), document.softZones(), document.dead(), Set.copyOf(document.leaving()));
  }

  /** Of the node that balances the store. */
  public static byte[] seat(int node) {
    Rules.checkNode(node);
    return write(new Documents.SeatDocument(FORMAT, node));
  }

  public static int seat(String path, byte[] data) {
    return read(
        path,
        data,
        Documents.SeatDocument.class,
        document -> {
          Rules.checkNode(document.node());
          return document.node();
        });
  }

  /** The last part of a path is the id. */
  private static void requireName(String path, int id) {
    if (!path.endsWith("/" + id)) {
      throw new IllegalArgumentException("it says to be " + id);
    }
  }

  private static byte[] write(Object document) {
    try {
      return JSON.writeValueAsBytes(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records can be written", e);
    }
  }

  private static <D, T> T read(String path, byte[] data, Class<D> type, Function<D, T> value) {
    if (data.length > MAX) {
      throw new CoordinationException(
          ManagerError.TOO_LARGE, tooLarge("znode " + path, data.length));
    }
    try {
      JsonNode document = JSON.readTree(data);
      // Before all else: a later format may have other fields.
      JsonNode format = document.path("format");
      if (!format.isInt()) {
        throw new IllegalArgumentException("it is no JSON object with a format number");
      }
      if (format.intValue() != FORMAT) {
        throw new IllegalArgumentException(
            "its format is " + format.intValue() + ", this version reads format " + FORMAT);
      }
      return value.apply(JSON.treeToValue(document, type));
    } catch (IOException | IllegalArgumentException | ZabException | NullPointerException e) {
      throw new CoordinationException(
          ManagerError.MALFORMED, "znode " + path + " is malformed: " + firstLine(e), e);
    }
  }

  /** The message for data that are too large. */
  public static String tooLarge(String what, long size) {
    return what + " has " + size + " bytes, allowed are " + MAX;
  }

  /** Jackson's messages go on with the place in the source. */
  private static String firstLine(Exception e) {
    String message =
        e instanceof ZabException known ? known.problem() : String.valueOf(e.getMessage());
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
