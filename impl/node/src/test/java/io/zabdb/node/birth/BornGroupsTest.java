package io.zabdb.node.birth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Configuration;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.replica.KnownVoters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The guards of Births, each mutant of which is broken here, too. */
class BornGroupsTest {

  private static final int NODE = 3;

  @TempDir Path directory;
  private BornGroups born;

  @BeforeEach
  void open() throws IOException {
    born = BornGroups.open(GroupsFile.in(directory), NODE);
  }

  private static GroupConfig group(int id, Integer... founders) {
    return new GroupConfig(id, List.of(founders));
  }

  private void assertRefused(String why, GroupConfig group) {
    ZabException refused = assertThrows(ZabException.class, () -> born.take(group));
    assertEquals(ErrorCode.INVALID_ARGUMENT, refused.code());
    assertTrue(refused.problem().contains(why), refused.problem());
    assertEquals(Optional.empty(), born.group(group.id()).filter(group::equals));
  }

  /** Event loops ask, and must not wait for a disk. */
  @Test
  @Timeout(60)
  void nobodyWhoAsksWaitsForTheDisk() throws Exception {
    List<String> seen = new ArrayList<>();
    GroupsFile slow =
        new GroupsFile() {
          @Override
          public Optional<byte[]> read() {
            return Optional.empty();
          }

          @Override
          public void replace(byte[] content) throws IOException {
            try {
              seen.add(CompletableFuture.supplyAsync(() -> asked()).get(20, TimeUnit.SECONDS));
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
              throw new IOException(e);
            }
          }
        };
    born = BornGroups.open(slow, NODE);
    GroupConfig group = born.draw(List.of(3), number -> false);
    born.noteRemoval(group, Optional.empty());
    born.take(group);
    born.note(group);
    assertEquals(
        List.of(
            "[] false false true false",
            "[GroupConfig] false false true false",
            "[] true false true false",
            "[GroupConfig] false false false false"),
        seen);
    assertEquals("[] false true false true", asked());
  }

  private String asked() {
    List<String> all = born.all().stream().map(any -> "GroupConfig").toList();
    return all
        + " "
        + born.wasRemovedFrom(40_001)
        + " "
        + born.hasLeft(40_001)
        + " "
        + born.mayFound(40_001)
        + " "
        + !born.left().isEmpty();
  }

  @Test
  void numbersAreDrawnOneAfterTheOtherAndNeverAgain() throws IOException {
    GroupConfig first = born.draw(List.of(3, 4, 5), number -> false);
    assertEquals(group(40_001, 3, 4, 5), first);
    assertTrue(born.isDrawnHere(first));
    // The process has died.
    open();
    assertEquals(List.of(first), born.all());
    assertEquals(group(40_002, 3), born.draw(List.of(3), number -> false));
  }

  /** This node's disk is another one, and others know what the old one had drawn. */
  @Test
  void whatOthersKnowIsNotDrawn() throws IOException {
    assertEquals(group(40_003, 3), born.draw(List.of(3), number -> number < 40_003));
    open();
    assertEquals(group(40_004, 3), born.draw(List.of(3), number -> false));
  }

  /** The same, and another founder says so: from then on that number has been drawn. */
  @Test
  void aGroupOfItsOwnIsRecalledAndItsNumberNotDrawnAgain() throws IOException {
    born.take(group(40_002, 3, 4));
    born.take(group(40_001, 3, 5));
    open();
    assertEquals(List.of(group(40_001, 3, 5), group(40_002, 3, 4)), born.all());
    assertRefused("node 3 has it with the founders [3, 4]", group(40_002, 3, 5));
    assertEquals(group(40_003, 3), born.draw(List.of(3), number -> false));
    assertRefused("node 3 has it with the founders [3]", group(40_003, 3, 4));
  }

  @Test
  void aNodeDrawsOnlySoMany() throws IOException {
    Files.writeString(directory.resolve(GroupsFile.NAME), "{\"drawn\": 9999, \"groups\": {}}");
    open();
    ZabException full =
        assertThrows(ZabException.class, () -> born.draw(List.of(3), number -> false));
    assertEquals(ErrorCode.OVERLOADED, full.code());
  }

  @Test
  void whatOthersHaveDrawnIsTakenForEver() throws IOException {
    born.take(group(50_001, 4, 3));
    born.take(group(50_001, 4, 3));
    open();
    assertEquals(List.of(group(50_001, 4, 3)), born.all());
    assertFalse(born.isDrawnHere(group(50_001, 4, 3)));
    assertRefused("node 3 has it with the founders [4, 3]", group(50_001, 4, 3, 5));
    assertEquals(Optional.of(group(50_001, 4, 3)), born.group(50_001));
  }

  @Test
  void nobodyMakesAGroupOfWhatNobodyHasDrawn() throws IOException {
    assertRefused("has not drawn", group(50_001, 3, 5));
    // It is no founder, and would draw the same number.
    assertRefused("has not drawn", group(40_001, 4, 5));
    assertRefused("has not drawn", group(7, 3));
    // Whoever becomes a member later founds nothing.
    born.take(group(50_001, 4, 5));
    born.take(group(0, 0, 1, 2));
    assertEquals(2, born.all().size());
    born = BornGroups.open(GroupsFile.in(directory.resolve("other")), 70);
    assertRefused("among the first 63", group(60_001, 5));
  }

  /** The guards of Endings: whoever has left never comes back. */
  @Test
  void whatHasEndedIsLeftForEver() throws IOException {
    born.take(group(50_001, 4, 3));
    GroupConfig first = group(0, 0, 3);
    born.note(group(50_001, 4, 3));
    born.note(first);
    born.note(first);
    open();
    assertEquals(List.of(first, group(50_001, 4, 3)), born.left());
    assertTrue(born.hasLeft(0) && born.hasLeft(50_001));
    assertEquals(List.of(), born.all());
    assertRefused("it has ended", group(50_001, 4, 3));
    assertRefused("it has ended", group(50_001, 4, 3, 5));
    assertRefused("it has ended", first);
    // Nor is a number drawn again.
    GroupConfig drawn = born.draw(List.of(3), number -> false);
    born.note(drawn);
    open();
    assertEquals(group(40_002, 3), born.draw(List.of(3), number -> false));
  }

  @Test
  void anEndThatCannotBeNotedIsNot() throws IOException {
    born.take(group(50_001, 4, 3));
    Path file = directory.resolve(GroupsFile.NAME);
    Files.delete(file);
    // Nothing can take the place of a folder that has something.
    Files.createDirectories(file.resolve("full"));
    assertThrows(IOException.class, () -> born.note(group(50_001, 4, 3)));
    assertFalse(born.hasLeft(50_001));
    assertEquals(List.of(group(50_001, 4, 3)), born.all());
  }

  /** The guards of Removals: whoever was removed is none who has never heard of the group. */
  @Test
  void whoWasRemovedTakesAGroupAgainAsOneThatFoundsNothing() throws IOException {
    GroupConfig bornOne = group(50_001, 4, 3);
    GroupConfig first = group(0, 0, 3);
    born.take(bornOne);
    assertTrue(born.mayFound(50_001) && born.isHere(50_001) && born.isHere(0));
    for (GroupConfig each : List.of(bornOne, first, first)) {
      born.noteRemoval(each, Optional.empty());
    }
    open();
    assertEquals(List.of(first, bornOne), born.removed());
    assertEquals(List.of(), born.all());
    assertEquals(List.of(), born.left());
    assertFalse(born.isHere(0) || born.isHere(50_001));
    assertRefused("has it with the founders", group(0, 0, 3, 5));
    born.take(first);
    born.take(bornOne);
    open();
    assertTrue(born.isHere(0) && born.isHere(50_001));
    assertFalse(born.mayFound(0) || born.mayFound(50_001));
    assertTrue(born.mayFound(1));
    assertEquals(List.of(bornOne), born.all());
    assertEquals(List.of(), born.removed());
    // As often as it takes.
    born.noteRemoval(bornOne, Optional.empty());
    open();
    assertTrue(born.wasRemovedFrom(50_001));
    assertFalse(born.mayFound(50_001));
    born.note(bornOne);
    assertRefused("it has ended", bornOne);
  }

  @Test
  void aRemovalThatCannotBeNotedIsNotNorAReturn() throws IOException {
    born.take(group(50_001, 4, 3));
    born.noteRemoval(group(50_001, 4, 3), Optional.empty());
    Path file = directory.resolve(GroupsFile.NAME);
    Files.delete(file);
    Files.createDirectories(file.resolve("full"));
    assertThrows(IOException.class, () -> born.noteRemoval(group(0, 0, 3), Optional.empty()));
    assertTrue(born.isHere(0));
    assertThrows(IOException.class, () -> born.take(group(50_001, 4, 3)));
    assertTrue(born.wasRemovedFrom(50_001));
    assertTrue(born.mayFound(50_001));
  }

  /** Whoever still asks this node for the group is sent there. */
  @Test
  void whoVotesSinceItWasRemovedIsKeptUntilItTakesTheGroupAgain() throws IOException {
    GroupConfig first = group(0, 0, 3);
    KnownVoters since =
        new KnownVoters(new Configuration(0b101, 0b110), 7, new TreeMap<>(Map.of(1, 5L)));
    born.noteRemoval(first, Optional.of(since));
    open();
    assertEquals(Optional.of(since), born.voters(0));
    born.note(group(1, 0, 3));
    born.take(group(50_001, 4, 3));
    open();
    assertEquals(Optional.of(since), born.voters(0));
    born.take(first);
    assertEquals(Optional.empty(), born.voters(0));
    open();
    assertEquals(Optional.empty(), born.voters(0));
  }

  /** Where nobody was removed, older versions read the file. */
  @Test
  void nothingIsSaidOfRemovalsWhereThereWereNone() throws IOException {
    born.take(group(50_001, 4, 3));
    String content = Files.readString(directory.resolve(GroupsFile.NAME));
    assertEquals("{\"drawn\":0,\"groups\":{\"50001\":[4,3]},\"left\":{}}", content);
  }

  @Test
  void aFileOfBeforeGroupsEndedIsRead() throws IOException {
    String before = "{\"drawn\": 2, \"groups\": {\"40001\": [3, 4]}}";
    Files.writeString(directory.resolve(GroupsFile.NAME), before);
    open();
    assertEquals(List.of(group(40_001, 3, 4)), born.all());
    assertEquals(List.of(), born.left());
  }

  @Test
  void aNodeHasHadOnlySoManyGroups() throws IOException {
    StringBuilder many = new StringBuilder("{\"drawn\": 0, \"groups\": {\"50000\": [4, 3]");
    for (int each = 1; each < BornGroups.MOST; each++) {
      many.append(", \"").append(50_000 + each).append("\": [4, 3]");
    }
    Files.writeString(directory.resolve(GroupsFile.NAME), many.append("}}"));
    open();
    born.note(group(50_001, 4, 3));
    ZabException full =
        assertThrows(ZabException.class, () -> born.draw(List.of(3), number -> false));
    assertEquals(ErrorCode.OVERLOADED, full.code());
    full = assertThrows(ZabException.class, () -> born.take(group(60_001, 5, 3)));
    assertTrue(full.problem().contains("has had 10000 groups"), full.problem());
  }

  @Test
  void aDamagedFileIsNotPassedOver() throws IOException {
    String nobodyVotes =
        "{\"drawn\": 1, \"groups\": {}, \"voters\": {\"0\": {\"first\": 0, \"roster\": 1}}}";
    for (String damaged :
        new String[] {"{", "{\"drawn\": -1, \"groups\": {}}", "{\"drawn\": 1}", nobodyVotes}) {
      Files.writeString(directory.resolve(GroupsFile.NAME), damaged);
      assertThrows(IOException.class, this::open, damaged);
    }
  }
}
