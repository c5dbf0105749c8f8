package io.zabdb.coordination.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.data.Family;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.TokenRange;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The documents, to the byte, and what is refused. */
class StateFormatTest {

  private static final Ring RING =
      new Ring(
          7,
          List.of(
              new RingPartition("p0", new TokenRange(Long.MIN_VALUE, -5), 1, 2),
              new RingPartition("p1", new TokenRange(-5, Long.MAX_VALUE), 0, 0)));
  private static final List<Family> FAMILIES =
      List.of(new Family("default", 1, 0), new Family("log", 3, 60_000));
  private static final GroupInfo GROUP = new GroupInfo(3, List.of(4, 1, 2), 1, 9);
  private static final RegisteredNode NODE =
      new RegisteredNode(new NodeInfo(4, "é\"", 7_000, 815, 9_000, 1L << 40), new UUID(0x12, 0x34));
  private static final Identity IDENTITY =
      new Identity(new UUID(1, 2), new Definition("aa", "bb", "cc"));

  @Test
  void documentsAreAsDescribed() {
    assertDocument(
        "{\"format\":1,\"version\":7,\"partitions\":"
            + "[[\"p0\",-5,1,2],[\"p1\",9223372036854775807,0,0]]}",
        StateFormat.ring(RING),
        RING,
        StateFormat::ring);
    assertDocument(
        "{\"format\":1,\"families\":[{\"name\":\"default\",\"versions\":1,\"maxAge\":0},"
            + "{\"name\":\"log\",\"versions\":3,\"maxAge\":60000}]}",
        StateFormat.families(FAMILIES),
        FAMILIES,
        StateFormat::families);
    assertDocument(
        "{\"format\":1,\"id\":3,\"nodes\":[4,1,2],\"leaderNode\":1,\"epoch\":9}",
        StateFormat.group(GROUP),
        GROUP,
        (path, data) -> StateFormat.group(path + "/3", data));
    assertDocument(
        "{\"format\":1,\"id\":4,\"host\":\"é\\\"\",\"port\":7000,\"process\":815,"
            + "\"httpPort\":9000,\"load\":1099511627776,"
            + "\"instance\":\"00000000-0000-0012-0000-000000000034\"}",
        StateFormat.node(NODE),
        NODE,
        (path, data) -> StateFormat.node(path + "/4", data));
    assertDocument(
        "{\"format\":1,\"cluster\":\"00000000-0000-0001-0000-000000000002\","
            + "\"definition\":{\"families\":\"aa\",\"ring\":\"bb\",\"groups\":\"cc\"}}",
        StateFormat.identity(IDENTITY),
        IDENTITY,
        StateFormat::identity);
  }

  private static <T> void assertDocument(
      String expected, byte[] written, T value, BiFunction<String, byte[], T> reader) {
    assertEquals(expected, new String(written, StandardCharsets.UTF_8));
    assertEquals(value, reader.apply("/x", written));
    // Later versions may say more.
    String more = expected.substring(0, expected.length() - 1) + ",\"more\":{\"a\":[1]}}";
    assertEquals(value, reader.apply("/x", bytes(more)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "7",
        "[]",
        "{}",
        "{\"format\":\"1\"}",
        "{\"format\":0}",
        "{\"format\":1}",
        "{\"format\":1,\"version\":1,\"partitions\":[]}",
        "{\"format\":1,\"version\":1,\"partitions\":null}",
        "{\"format\":1,\"version\":1,\"partitions\":[null]}",
        "{\"format\":1,\"version\":1,\"partitions\":[[]]}",
        "{\"format\":1,\"version\":1,\"partitions\":[[\"p\",9223372036854775807,0]]}",
        "{\"format\":1,\"version\":1,\"partitions\":[[null,9223372036854775807,0,0]]}",
        "{\"format\":1,\"version\":1,\"partitions\":[[\"p\",9223372036854775808,0,0]]}",
        "{\"format\":1,\"version\":1,\"partitions\":[[\"p\",9223372036854775807,0.5,0]]}",
        "{\"format\":1,\"version\":1,\"partitions\":[[\"p\",\"9223372036854775807\",0,0]]}",
        "{\"format\":1,\"version\":1,\"partitions\":[[\"p\",5,0,0]]}",
        "{\"format\":1,\"version\":1,\"partitions\":[[\"p\",5,0,0],"
            + "[\"q\",5,0,0],[\"r\",9223372036854775807,0,0]]}",
        "{\"format\":1,\"version\":0,\"partitions\":[[\"p\",9223372036854775807,0,0]]}",
        "{\"format\":1,\"version\":1,\"partitions\":[[\"p\",9223372036854775807,-1,0]]}",
        "{\"format\":1,\"version\":1,\"partitions\":[[\"p\",9223372036854775807,0,0]]} {}",
        "{\"format\":1,\"version\":1,\"version\":1,"
            + "\"partitions\":[[\"p\",9223372036854775807,0,0]]}",
      })
  void badRingsAreRefusedWithTheirPath(String text) {
    CoordinationException e =
        assertThrows(
            CoordinationException.class, () -> StateFormat.ring("/zabdb/c/ring", bytes(text)));
    assertEquals(ManagerError.MALFORMED, e.error());
    assertTrue(e.getMessage().startsWith("znode /zabdb/c/ring is malformed: "), e.getMessage());
  }

  @Test
  void settingsOfTheBalancerAreKept() {
    BalanceSettings settings =
        new BalanceSettings(
            true,
            700,
            9,
            new PartitionUpkeep(false, 7 << 20),
            new GroupUpkeep(true, true, 60, Set.of(4, 3)));
    byte[] written = StateFormat.balance(settings);
    assertEquals(
        "{\"format\":1,\"on\":true,\"nodeHits\":700.0,\"every\":9,\"sharding\":false,"
            + "\"partitionBytes\":7340032,\"groups\":{\"on\":true,\"softZones\":true,\"dead\":60,\"leaving\":[3,4]}}",
        new String(written, StandardCharsets.UTF_8));
    assertEquals(settings, StateFormat.balance("/balance", written));
    String before = "{\"format\":1,\"on\":true,\"nodeHits\":700.0,\"every\":9,\"sharding\":false";
    assertEquals(
        new BalanceSettings(
            true,
            700,
            9,
            new PartitionUpkeep(false, PartitionUpkeep.USUAL_BYTES),
            GroupUpkeep.NONE),
        StateFormat.balance("/balance", bytes(before + "}")),
        "who says nothing of groups leaves them as they are");
    for (String groups :
        List.of(
            "7",
            "null",
            "{\"on\":true,\"softZones\":true,\"dead\":60}",
            "{\"on\":true,\"softZones\":true,\"dead\":9,\"leaving\":[]}",
            "{\"on\":true,\"softZones\":true,\"dead\":604801,\"leaving\":[]}",
            "{\"on\":true,\"softZones\":true,\"dead\":60,\"leaving\":[-1]}",
            "{\"on\":true,\"softZones\":true,\"dead\":60,\"leaving\":[null]}")) {
      CoordinationException e =
          assertThrows(
              CoordinationException.class,
              () -> StateFormat.balance("/balance", bytes(before + ",\"groups\":" + groups + "}")),
              groups);
      assertEquals(ManagerError.MALFORMED, e.error());
    }
  }

  @Test
  void partitionsHaveASizeWithinBounds() {
    String before = "{\"format\":1,\"on\":true,\"nodeHits\":700.0,\"every\":9,\"sharding\":true";
    for (String size : List.of("\"x\"", "null", "1048575", "1099511627777")) {
      CoordinationException e =
          assertThrows(
              CoordinationException.class,
              () ->
                  StateFormat.balance(
                      "/balance", bytes(before + ",\"partitionBytes\":" + size + "}")),
              size);
      assertEquals(ManagerError.MALFORMED, e.error());
    }
    for (long size : List.of(PartitionUpkeep.LEAST_BYTES, PartitionUpkeep.MOST_BYTES)) {
      assertEquals(
          new PartitionUpkeep(true, size),
          StateFormat.balance("/balance", bytes(before + ",\"partitionBytes\":" + size + "}"))
              .partitions());
    }
  }

  @Test
  void soManyNodesMayLeaveAndNoMore() {
    Set<Integer> many =
        IntStream.range(0, GroupUpkeep.MOST_LEAVING).boxed().collect(Collectors.toSet());
    assertEquals(many, new GroupUpkeep(true, false, 600, many).leaving());
    many.add(GroupUpkeep.MOST_LEAVING);
    assertRefused(() -> new GroupUpkeep(true, false, 600, many));
  }

  @Test
  void aLaterFormatIsRefusedByItsNumber() {
    CoordinationException e =
        assertThrows(
            CoordinationException.class,
            () -> StateFormat.ring("/r", bytes("{\"format\":2,\"rows\":[]}")));
    assertTrue(e.getMessage().contains("its format is 2, this version reads format 1"));
  }

  @Test
  void deepNestingIsRefused() {
    String text = "{\"format\":1,\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
    CoordinationException e =
        assertThrows(CoordinationException.class, () -> StateFormat.ring("/r", bytes(text)));
    assertEquals(ManagerError.MALFORMED, e.error());
  }

  @Test
  void whatIsTooLargeIsNotParsed() {
    CoordinationException e =
        assertThrows(
            CoordinationException.class,
            () -> StateFormat.group("/g/1", new byte[StateFormat.MAX + 1]));
    assertEquals(ManagerError.TOO_LARGE, e.error());
    assertTrue(e.getMessage().contains("/g/1"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"id\":4,\"nodes\":[1],\"leaderNode\":1,\"epoch\":0",
        "\"id\":3,\"nodes\":[],\"leaderNode\":-1,\"epoch\":0",
        "\"id\":3,\"nodes\":[1,1],\"leaderNode\":1,\"epoch\":0",
        "\"id\":3,\"nodes\":[-1],\"leaderNode\":-1,\"epoch\":0",
        "\"id\":3,\"nodes\":[null],\"leaderNode\":-1,\"epoch\":0",
        "\"id\":3,\"nodes\":[1],\"leaderNode\":2,\"epoch\":0",
        "\"id\":3,\"nodes\":[1],\"leaderNode\":1,\"epoch\":-1",
        "\"id\":3,\"nodes\":[1],\"leaderNode\":1",
        "\"id\":3,\"nodes\":[1],\"leaderNode\":1,\"epoch\":null",
      })
  void badGroupsAreRefused(String fields) {
    assertThrows(
        CoordinationException.class,
        () -> StateFormat.group("/groups/3", bytes("{\"format\":1," + fields + "}")));
  }

  @Test
  void badValuesAreNotWritten() {
    assertRefused(
        () -> StateFormat.families(List.of(new Family("a", 1, 0), new Family("a", 2, 0))));
    assertRefused(
        () -> StateFormat.families(Collections.nCopies(Rules.FAMILIES + 1, new Family("a", 1, 0))));
    assertRefused(() -> StateFormat.group(new GroupInfo(-1, List.of(1), -1, 0)));
    assertRefused(() -> StateFormat.group(new GroupInfo(Rules.GROUP_IDS, List.of(1), -1, 0)));
    assertRefused(
        () ->
            StateFormat.group(
                new GroupInfo(1, IntStream.rangeClosed(0, Rules.MEMBERS).boxed().toList(), -1, 0)));
    assertRefused(() -> node(4, "", 1, 1, 1, 0));
    assertRefused(() -> node(Rules.NODE + 1, "h", 1, 1, 1, 0));
    assertRefused(() -> node(4, "h", 0, 1, 1, 0));
    assertRefused(() -> node(4, "h", 65_536, 1, 1, 0));
    assertRefused(() -> node(4, "h", 1, -1, 1, 0));
    assertRefused(() -> node(4, "h", 1, 1, -1, 0));
    assertRefused(() -> node(4, "h", 1, 1, 65_536, 0));
    assertRefused(() -> node(4, "h", 1, 1, 1, -1));
    node(4, "h", 1, 0, 0, 0);
  }

  private static void node(int id, String host, int port, long process, int httpPort, long load) {
    StateFormat.node(
        new RegisteredNode(new NodeInfo(id, host, port, process, httpPort, load), new UUID(0, 0)));
  }

  private static void assertRefused(Executable executable) {
    assertThrows(IllegalArgumentException.class, executable);
  }

  @Test
  void tenThousandPartitionsFit() {
    assertTrue(StateFormat.ring(Ring.even(100, 100)).length < StateFormat.MAX / 2);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
